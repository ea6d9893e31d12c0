import { useEffect, useRef, useState } from 'react'
import type { Choice } from './key-lines.ts'
import type { ReaderReply, ReaderRequest, ParsedSource } from './key-reader.ts'
import type { Numbered } from './key-reader.worker.ts'
import type { Delimiter } from './key-table.ts'

export interface ReadSource extends ParsedSource {
  readonly is: 'read'
  /** The file's name; null for a paste. */
  readonly name: string | null
  /** The number of the request that gave this result. */
  readonly round: number
  /** The progress of parsing it again; null when it is done. */
  readonly percent: number | null
}

type KeySource =
  | { readonly is: 'none' }
  | { readonly is: 'reading'; readonly name: string | null; readonly percent: number }
  | { readonly is: 'refused'; readonly reason: string }
  | ReadSource

/** Reads a file or a paste in a worker, so that the page stays responsive. A later read replaces an earlier one. */
export function useKeySource() {
  const [source, setSource] = useState<KeySource>({ is: 'none' })
  const worker = useRef<Worker>(undefined)
  const round = useRef(0)
  const stop = () => {
    round.current += 1
    worker.current?.terminate()
  }
  useEffect(() => () => worker.current?.terminate(), [])

  const ask = (message: ReaderRequest) => {
    round.current += 1
    worker.current?.postMessage({ round: round.current, message } satisfies Numbered<ReaderRequest>)
  }
  const read = (name: string | null, message: ReaderRequest) => {
    stop()
    const failed = `${name ?? 'The text'} could not be read.`
    const mine = new Worker(new URL('./key-reader.worker.ts', import.meta.url), { type: 'module' })
    worker.current = mine
    mine.addEventListener('message', ({ data }: MessageEvent<Numbered<ReaderReply>>) => {
      // Only the reply to the latest request counts.
      if (worker.current === mine && data.round === round.current) setSource((before) => nextSource(before, data, name, failed))
    })
    mine.addEventListener('error', () => {
      if (worker.current === mine) setSource({ is: 'refused', reason: `${failed} Reload the page and try again.` })
    })
    setSource({ is: 'reading', name, percent: 0 })
    ask(message)
  }
  const interpret = (from: ReadSource, shown: Partial<ParsedSource>, message: ReaderRequest) => {
    setSource({ ...from, ...shown, percent: 0 })
    ask(message)
  }

  return {
    source,
    readFile: (file: File) => read(file.name, { is: 'file', file }),
    readPaste: (text: string) => read(null, { is: 'paste', text }),
    clear: () => {
      stop()
      setSource({ is: 'none' })
    },
    changeDelimiter: (from: ReadSource, delimiter: Delimiter) => interpret(from, { delimiter }, { is: 'delimiter', delimiter }),
    change: (from: ReadSource, changes: Partial<Choice>) => {
      const choice = { ...from.choice, ...changes }
      interpret(from, { choice }, { is: 'choice', choice })
    },
  }
}

function nextSource(before: KeySource, { round, message }: Numbered<ReaderReply>, name: string | null, failed: string): KeySource {
  switch (message.is) {
    case 'progress':
      return before.is === 'read' ? { ...before, percent: message.percent } : { is: 'reading', name, percent: message.percent }
    case 'read':
      return { is: 'read', name, round, percent: null, ...message.found }
    case 'refused':
      return { is: 'refused', reason: message.reason ?? failed }
  }
}

export type KeySourceState = ReturnType<typeof useKeySource>
