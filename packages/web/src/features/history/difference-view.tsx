import { useMemo, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { differenceOf, fold, isChanged, type Piece } from './text-difference.ts'

interface Props {
  readonly before: string
  readonly after: string
}

/** How a long text changed: words that came and went are marked by colour, line and sign. Loaded on its own, for the library in it. */
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
        {/* The sign stays with its word. */}
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
