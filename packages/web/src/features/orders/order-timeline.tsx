import type { TimelineEntry } from '@keydesk/contract'
import { DateText } from '../../kit/date-text.tsx'
import { formatHappening, happeningLines } from './order-format.ts'

/** What happened to an order, in its order. */
export function OrderTimeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const inOrder = entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id)
  return (
    <ol className="relative ml-1 space-y-3 border-l border-border pl-5">
      {inOrder.map((entry) => (
        <li key={entry.id} className="relative flex flex-wrap items-baseline justify-between gap-x-4">
          <span aria-hidden className="absolute top-1.5 -left-[1.5rem] size-2 rounded-full bg-edge ring-4 ring-raised" />
          <span>{formatHappening(entry)}</span>
          <span className="text-table text-muted">
            <DateText at={entry.at} as="second" />
          </span>
          {happeningLines(entry).map((line, index) => (
            <span key={index} className="min-w-0 basis-full text-table break-words text-muted">
              {line}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}
