import { limits } from '@keydesk/contract'
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { DataTableRow } from './data-table-row.tsx'
import type { RowsProps } from './plain-rows.tsx'

/** Pixels, of a row that was not drawn yet: one of a table whose texts need one line, or a usual card. */
const rowHeight = { line: 44, card: 190 }

/** The heights that a table had, so that Back finds each row where it was left. Those of another width do not count. */
const kept = new Map<string, { readonly width: number; readonly rows: VirtualItem[] }>()

/** The rows of a long table: only those near the window are in the page. */
export function VirtualRows<Row>({ label, rows, columns, rowKey, rowHref }: RowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  const [before] = useState(() => kept.get(label))
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (window.innerWidth < limits.mobileBreakpointPx ? rowHeight.card : rowHeight.line),
    getItemKey: (index) => rowKey(rows[index]!),
    measureElement: heightOf,
    initialMeasurementsCache: before?.width === window.innerWidth ? before.rows : [],
    overscan: 10,
    scrollMargin: top,
  })
  useLayoutEffect(() => {
    if (body.current !== null) setTop(body.current.getBoundingClientRect().top + window.scrollY)
    return () => void kept.set(label, { width: window.innerWidth, rows: virtualizer.takeSnapshot() })
  }, [label, virtualizer])
  const drawn = virtualizer.getVirtualItems()
  const above = (drawn[0]?.start ?? top) - top
  const below = virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top)
  return (
    // Scroll anchoring would follow the space below the rows as it moves, and scroll the page to its end.
    <tbody role="rowgroup" ref={body} className="[overflow-anchor:none]">
      {above > 0 && <Space height={above} />}
      {drawn.map(({ index, key }) => (
        <DataTableRow key={key} row={rows[index]!} columns={columns} rowHref={rowHref} index={index} measure={virtualizer.measureElement} />
      ))}
      {below > 0 && <Space height={below} />}
    </tbody>
  )
}

/** With the gap below a card. */
const heightOf = (row: HTMLElement): number => row.offsetHeight + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0)

/** Keeps the room of rows that are not drawn. */
const Space = ({ height }: { readonly height: number }) => <tr aria-hidden data-space style={{ height }} />
