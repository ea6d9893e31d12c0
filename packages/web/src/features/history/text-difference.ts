import { diffWords } from 'diff'

/** A stretch of text that stayed, came or went, or stands for one that stayed and is left out. */
export interface Piece {
  readonly is: 'same' | 'added' | 'removed' | 'folded'
  readonly text: string
}

/** Two texts of 20,000 letters without a word in common take longer than a person waits. */
const timeoutMs = 300

/** As much of what stayed is shown around a change. */
const context = 80

/** What changed word by word, in the order of the text; null where the texts have too little in common to say so. */
export function differenceOf(before: string, after: string): readonly Piece[] | null {
  const changes = diffWords(before, after, { timeout: timeoutMs })
  if (changes === undefined) return null
  return changes.map(({ added, removed, value }) => ({ is: added ? 'added' : removed ? 'removed' : 'same', text: value }))
}

export const isChanged = (pieces: readonly Piece[]): boolean => pieces.some(({ is }) => is !== 'same')

/** Leaves out the middle of long stretches that stayed, and their far ends at the start and the end of the text. */
export function fold(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.flatMap((piece, index) => {
    if (piece.is !== 'same') return [piece]
    const head = index === 0 ? '' : cutAtWord(piece.text, context)
    const tail = index === pieces.length - 1 ? '' : reversed(cutAtWord(reversed(piece.text), context))
    // A little that is left out saves nobody reading.
    if (piece.text.length <= head.length + tail.length + context) return [piece]
    return [same(head), { is: 'folded', text: ' … ' } as const, same(tail)].filter(({ text }) => text !== '')
  })
}

const same = (text: string): Piece => ({ is: 'same', text })

function cutAtWord(text: string, length: number): string {
  const end = text.slice(0, length).search(/\s\S*$/)
  return text.slice(0, end < 0 ? length : end).toWellFormed()
}

const reversed = (text: string): string => [...text].toReversed().join('')
