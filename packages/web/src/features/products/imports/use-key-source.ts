import { useMemo, useRef, useState } from 'react'
import { readFileText, SourceRefusal } from './file-text.ts'
import { guessColumn, guessDelimiter } from './guess.ts'
import { keyLinesOf, type Choice } from './key-lines.ts'
import { parseTable, sampleSize, withOneLineEnd, type Delimiter, type Table } from './table.ts'

/** A text that was read, and how it is understood. */
interface ReadSource {
  readonly is: 'read'
  /** Of the file; null for a paste. */
  readonly name: string | null
  readonly text: string
  readonly note: string | null
  readonly delimiter: Delimiter
  readonly table: Table
  readonly choice: Choice
  /** Counts what was read or understood anew. */
  readonly round: number
}

export type KeySource =
  | { readonly is: 'none' }
  | { readonly is: 'reading'; readonly name: string | null; readonly percent: number }
  | { readonly is: 'refused'; readonly reason: string }
  | ReadSource

/** Reads a file or a paste and guesses how it is laid out; each guess can be changed. What is read later replaces what was read before. */
export function useKeySource() {
  const [source, setSource] = useState<KeySource>({ is: 'none' })
  const round = useRef(0)

  const run = async (name: string | null, read: (progress: (percent: number) => void) => Promise<Omit<ReadSource, 'is' | 'round'>>) => {
    const mine = (round.current += 1)
    const show = (next: KeySource) => {
      if (round.current === mine) setSource(next)
    }
    const progress = (percent: number) => show({ is: 'reading', name, percent })
    progress(0)
    try {
      show({ is: 'read', round: mine, ...(await read(progress)) })
    } catch (error) {
      show({ is: 'refused', reason: error instanceof SourceRefusal ? error.message : `${name ?? 'The text'} could not be read.` })
    }
  }
  const readText = async (raw: string, name: string | null, note: string | null, progress: (percent: number) => void) => {
    const text = withOneLineEnd(raw)
    const delimiter = guessDelimiter(text, name)
    const table = await parseTable(text, delimiter, progress)
    return { name, text, note, delimiter, table, choice: guessColumn(table.rows.slice(0, sampleSize)) }
  }

  return {
    source,
    // Reading and parsing take about as long.
    readFile: (file: File) =>
      run(file.name, async (progress) => {
        const { text, note } = await readFileText(file, (percent) => progress(Math.floor(percent / 2)))
        return readText(text, file.name, note, (percent) => progress(50 + Math.floor(percent / 2)))
      }),
    readPaste: (text: string) => run(null, (progress) => readText(text, null, null, progress)),
    clear: () => {
      round.current += 1
      setSource({ is: 'none' })
    },
    changeDelimiter: ({ name, text, note }: ReadSource, delimiter: Delimiter) =>
      run(name, async (progress) => {
        const table = await parseTable(text, delimiter, progress)
        return { name, text, note, delimiter, table, choice: guessColumn(table.rows.slice(0, sampleSize)) }
      }),
    change: (from: ReadSource, choice: Partial<Choice>) => {
      const mine = (round.current += 1)
      setSource({ ...from, round: mine, choice: { ...from.choice, ...choice } })
    },
  }
}

export type KeySourceState = ReturnType<typeof useKeySource>
export type { ReadSource }

/** The lines that a source would send. */
export const useKeyLines = (source: KeySource) =>
  useMemo(() => (source.is === 'read' ? keyLinesOf(source.table, source.choice) : null), [source])
