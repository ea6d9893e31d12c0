import { useEffect, useState, type RefObject } from 'react'
import { formatCount } from '../../kit/format.ts'

interface Props {
  /** What the rows stand in. */
  readonly list: RefObject<HTMLElement | null>
  readonly loaded: number
  /** How many there are in all, where the host counts them. */
  readonly total: number | undefined
}

/** Where in a long list the window stands: '41–58 of 300'. Nothing at its top, where the toolbar says how many there are. */
export function OrdersPosition({ list, loaded, total }: Props) {
  const seen = useRowsInView(list)
  if (seen === null || seen.first === 1) return null
  return (
    <div className="pointer-events-none sticky bottom-4 z-10 flex h-0 justify-center">
      <p className="h-7 -translate-y-full animate-appear rounded-full bg-raised px-3 py-1 text-table text-muted tabular-nums shadow-float">
        {formatCount(seen.first)}–{formatCount(seen.last)} of {formatCount(total ?? loaded)}
        {total === undefined && '+'}
      </p>
    </div>
  )
}

const settleMs = 150

/** The first and the last row that the window shows, from 1. */
function useRowsInView(list: RefObject<HTMLElement | null>) {
  const [seen, setSeen] = useState<{ readonly first: number; readonly last: number } | null>(null)
  useEffect(() => {
    const look = () => {
      const rows = [...(list.current?.querySelectorAll('tbody tr:not([aria-hidden])') ?? [])]
      const places = rows.flatMap((row, index) => {
        const { top, bottom } = row.getBoundingClientRect()
        // The head of the page and of the table stay over the first 96 px.
        return bottom > 96 && top < window.innerHeight ? [Number(row.getAttribute('aria-rowindex') ?? index + 2) - 1] : []
      })
      const [first, last] = [places[0], places.at(-1)]
      setSeen((before) =>
        first === undefined || last === undefined ? null : before?.first === first && before.last === last ? before : { first, last },
      )
    }
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
      // And once it is still: rows that a jump brings are drawn a little later.
      clearTimeout(timer)
      timer = setTimeout(look, settleMs)
    }
    document.addEventListener('scroll', lookSoon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      document.removeEventListener('scroll', lookSoon)
    }
  }, [list])
  return seen
}
