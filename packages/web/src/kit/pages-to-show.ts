export type Shown = number | 'gap-before' | 'gap-after'

/** First, last, the current page and its neighbours; gaps only where they hide more than one page. */
export function pagesToShow(page: number, pageCount: number): Shown[] {
  if (pageCount <= 7) return range(1, pageCount)
  // Near an end the window reaches to it, so that the row keeps its length while paging.
  const from = page <= 4 ? 1 : Math.min(page - 1, pageCount - 4)
  const to = page >= pageCount - 3 ? pageCount : Math.max(page + 1, 5)
  return [...(from > 1 ? [1, 'gap-before' as const] : []), ...range(from, to), ...(to < pageCount ? ['gap-after' as const, pageCount] : [])]
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
