import { diffWords } from 'diff'
import { useMemo, useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'

interface Props {
  readonly before: string
  readonly after: string
}

/** The word-by-word changes of a long text, marked by colour, line and sign. In a lazy file because of its library. */
export function DifferenceView({ before, after }: Props) {
  const all = useMemo(() => differenceOf(before, after), [before, after])
  const folded = useMemo(() => all && fold(all), [all])
  const [isWhole, setWhole] = useState(false)
  if (all === null || folded === null) {
    return (
      <div className="space-y-2">
        <Words pieces={[{ is: 'removed', text: before }]} />
        <Words pieces={[{ is: 'added', text: after }]} />
      </div>
    )
  }
  if (!isChanged(all)) return <p className="text-muted">Only the formatting or the spacing changed.</p>
  return (
    <div>
      <Words pieces={isWhole ? all : folded} />
      {folded.some(({ is }) => is === 'folded') && (
        <Button variant="ghost" size="sm" className="-ml-2.5 mt-1" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show only what changed' : 'Show the whole text'}
        </Button>
      )}
    </div>
  )
}

const Words = ({ pieces }: { readonly pieces: readonly Piece[] }) => (
  <p className="max-w-(--text-column) wrap-anywhere whitespace-pre-wrap">
    {pieces.map((piece, index) => (
      <Word key={index} {...piece} />
    ))}
  </p>
)

function Word({ is, text }: Piece) {
  if (is === 'same') return text
  if (is === 'folded') return <span className="text-muted">{text}</span>
  const isAdded = is === 'added'
  const Mark = isAdded ? 'ins' : 'del'
  const [, space = '', first = '', rest = ''] = /^(\s*)(\S*)(.*)$/s.exec(text) ?? []
  return (
    <>
      {space}
      <Mark
        className={
          isAdded ? 'rounded-sm bg-green-hue/15 px-0.5 text-green underline' : 'rounded-sm bg-red-hue/15 px-0.5 text-red line-through'
        }
      >
        <span className="sr-only">{isAdded ? ' added: ' : ' removed: '}</span>
        {/* Keeps the sign on the line of its word. */}
        <span className={first.length < 20 ? 'whitespace-nowrap' : undefined}>
          <span aria-hidden className="inline-block pr-0.5 font-mono font-semibold no-underline select-none">
            {isAdded ? '+' : '−'}
          </span>
          {first}
        </span>
        {rest}
      </Mark>
    </>
  )
}

/** A piece of text that is unchanged, added or removed, or a mark for unchanged text that is left out. */
interface Piece {
  readonly is: 'same' | 'added' | 'removed' | 'folded'
  readonly text: string
}

/** Comparing two texts of 20,000 letters without a common word would take too long. */
const timeoutMs = 300

/** The letters of unchanged text that are shown around a change. */
const context = 80

/** The changes word by word, in text order; null if the texts have too little in common. */
export function differenceOf(before: string, after: string): readonly Piece[] | null {
  const changes = diffWords(before, after, { timeout: timeoutMs })
  if (changes === undefined) return null
  return changes.map(({ added, removed, value }) => ({ is: added ? 'added' : removed ? 'removed' : 'same', text: value }))
}

export const isChanged = (pieces: readonly Piece[]): boolean => pieces.some(({ is }) => is !== 'same')

/** Leaves out the middle of long unchanged pieces, and the far ends of those at the start and the end. */
export function fold(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.flatMap((piece, index) => {
    if (piece.is !== 'same') return [piece]
    const head = index === 0 ? '' : cutAtWord(piece.text, context)
    const tail = index === pieces.length - 1 ? '' : reversed(cutAtWord(reversed(piece.text), context))
    // Leaving out only a little saves no reading.
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
