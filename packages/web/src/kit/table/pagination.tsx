import { limits } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { useIsNarrower } from '../layout/use-is-narrower.ts'
import { useMoveFocus } from '../overlay/focus.ts'

interface Props {
  /** Starts at 1. */
  readonly page: number
  readonly pageCount: number
  readonly onChange: (page: number) => void
}

/** Page numbers between Previous and Next; nothing for a single page. */
export function Pagination({ page, pageCount, onChange }: Props) {
  const isPhone = useIsNarrower(limits.mobileBreakpointPx)
  const moveFocus = useMoveFocus()
  const step = (by: -1 | 1) => {
    moveFocus('page', by)
    onChange(page + by)
  }
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pagination" className="mt-6 flex flex-wrap items-center justify-center gap-1 max-md:gap-0">
      <Button variant="ghost" icon={<ChevronLeft aria-hidden />} data-move="page:-1" disabled={page <= 1} onClick={() => step(-1)}>
        <span className="max-md:sr-only">Previous</span>
      </Button>
      {pagesToShow(page, pageCount, isPhone ? 5 : 7).map((shown) =>
        typeof shown === 'number' ? (
          <button
            key={shown}
            type="button"
            aria-label={`Page ${shown}`}
            aria-current={shown === page ? 'page' : undefined}
            onClick={() => onChange(shown)}
            className={cx(
              'control min-w-9 touch:min-w-11 rounded-control border px-2 text-sm font-medium tabular-nums max-md:px-1',
              shown === page ? 'border-edge bg-surface text-text' : 'border-transparent text-muted hover:bg-hover hover:text-text',
            )}
          >
            {shown}
          </button>
        ) : (
          <span key={shown} aria-hidden className="min-w-6 text-center text-muted max-md:min-w-4">
            …
          </span>
        ),
      )}
      <Button variant="ghost" data-move="page:1" disabled={page >= pageCount} onClick={() => step(1)}>
        <span className="max-md:sr-only">Next</span>
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  )
}

export type Shown = number | 'gap-before' | 'gap-after'

/** First, last and current page, and in seven places its neighbours; a gap always hides more than one page. */
export function pagesToShow(page: number, pageCount: number, places: 5 | 7): Shown[] {
  if (pageCount <= places) return range(1, pageCount)
  // Near an end the window reaches that end, so that the row keeps its length while paging.
  const [window, beside] = [places - 2, (places - 5) / 2]
  const from = page - beside <= 3 ? 1 : Math.min(page - beside, pageCount - window + 1)
  const to = page + beside >= pageCount - 2 ? pageCount : Math.max(page + beside, window)
  return [...(from > 1 ? [1, 'gap-before' as const] : []), ...range(from, to), ...(to < pageCount ? ['gap-after' as const, pageCount] : [])]
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
