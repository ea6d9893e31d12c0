import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'

interface Props {
  readonly label: string
  readonly count: number
  /** Pixels; every row has the same height. */
  readonly rowHeight: number
  readonly children: (index: number) => ReactNode
}

/** A long list in a scrolling box. Only the rows in view are in the page. */
export function VirtualList({ label, count, rowHeight, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({ count, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 8 })
  return (
    <div
      ref={box}
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-72 overflow-y-auto rounded-control border border-border bg-surface"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            className="absolute inset-x-0 flex items-center gap-2 border-b border-border px-3 last:border-b-0"
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
