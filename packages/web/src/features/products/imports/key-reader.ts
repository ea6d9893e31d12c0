import { readFileText, SourceRefusal } from './file-text.ts'
import { guessColumn, guessDelimiter } from './guess.ts'
import { columnNames, keyLinesOf, type Choice, type KeyLines } from './key-lines.ts'
import { parseTable, sampleSize, withOneLineEnd, type Delimiter, type Table } from './table.ts'

/** What the page asks for: to read a file or a paste, then to understand it in another way. */
export type Ask =
  | { readonly is: 'file'; readonly file: File }
  | { readonly is: 'paste'; readonly text: string }
  | { readonly is: 'delimiter'; readonly delimiter: Delimiter }
  | { readonly is: 'choice'; readonly choice: Choice }

/** A text that was read, and how it is understood. */
export interface Understood {
  /** What the person should know about how it was read. */
  readonly notes: readonly string[]
  readonly delimiter: Delimiter
  readonly choice: Choice
  /** Their names. */
  readonly columns: readonly string[]
  readonly lines: KeyLines
}

type Progress = (percent: number) => void

/**
 * Reads a file or a paste and guesses how it is laid out; each guess can be changed. Keeps the text in between.
 * @returns answers one question; rejects with a SourceRefusal
 */
export function createKeyReader(): (ask: Ask, onProgress: Progress) => Promise<Understood> {
  let text = ''
  let note: string | null = null
  let delimiter: Delimiter = ''
  let table: Table

  const parse = (onProgress: Progress) => {
    table = parseTable(text, delimiter, onProgress)
    return understand(guessColumn(table.rows.slice(0, sampleSize)))
  }
  const read = (raw: string, name: string | null, onProgress: Progress) => {
    text = withOneLineEnd(raw)
    delimiter = guessDelimiter(text, name)
    return parse(onProgress)
  }
  const understand = (choice: Choice): Understood => ({
    notes: [note, table.warning].filter((said) => said !== null),
    delimiter,
    choice,
    columns: columnNames(table, choice.hasHeader),
    lines: keyLinesOf(table, choice),
  })

  return async (ask, onProgress) => {
    switch (ask.is) {
      case 'file': {
        // Reading and parsing take about as long.
        const found = await readFileText(ask.file, (percent) => onProgress(Math.floor(percent / 2)))
        note = found.note
        return read(found.text, ask.file.name, (percent) => onProgress(50 + Math.floor(percent / 2)))
      }
      case 'paste':
        return read(ask.text, null, onProgress)
      case 'delimiter':
        delimiter = ask.delimiter
        return parse(onProgress)
      case 'choice':
        return understand(ask.choice)
    }
  }
}

export type Answer =
  | { readonly is: 'progress'; readonly percent: number }
  | { readonly is: 'read'; readonly found: Understood }
  | { readonly is: 'refused'; readonly reason: string | null }

/** As the page is told: a refusal has words, anything else that failed has none. */
export async function answerTo(reading: Promise<Understood>): Promise<Answer> {
  try {
    return { is: 'read', found: await reading }
  } catch (error) {
    return { is: 'refused', reason: error instanceof SourceRefusal ? error.message : null }
  }
}
