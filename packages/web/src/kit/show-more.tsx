import { Button } from './button.tsx'
import { formatCount } from './format.ts'

interface Props {
  readonly shown: number
  readonly total: number
  readonly onMore: () => void
}

/** Below a list that is there whole, but shown a part at a time. */
export const ShowMore = ({ shown, total, onMore }: Props) => (
  <div className="mt-4 flex flex-wrap items-center justify-center gap-4">
    <p className="text-table text-muted tabular-nums">
      {formatCount(shown)} of {formatCount(total)}
    </p>
    <Button onClick={onMore}>Show more</Button>
  </div>
)
