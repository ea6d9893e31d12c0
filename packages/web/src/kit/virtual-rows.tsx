import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { DataTableRow } from './data-table-row.tsx'
import type { RowsProps } from './plain-rows.tsx'

/** Pixels, of a row whose texts need one line: `h-11` in data-table-row.tsx. */
const rowHeight = 44

/** The rows of a long table: only those near the window are in the page. */
export function VirtualRows<Row>({ rows, columns, rowKey, rowHref }: RowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (body.current !== null) setTop(body.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(rows[index]!),
    overscan: 10,
    scrollMargin: top,
  })
  const drawn = virtualizer.getVirtualItems()
  const before = (drawn[0]?.start ?? top) - top
  const after = virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top)
  return (
    // Scroll anchoring would follow the space below the rows as it moves, and scroll the page to its end.
    <tbody ref={body} className="[overflow-anchor:none]">
      {before > 0 && <Space height={before} />}
      {drawn.map(({ index, key }) => (
        <DataTableRow key={key} row={rows[index]!} columns={columns} rowHref={rowHref} index={index} measure={virtualizer.measureElement} />
      ))}
      {after > 0 && <Space height={after} />}
    </tbody>
  )
}

/** Keeps the room of rows that are not drawn. */
const Space = ({ height }: { readonly height: number }) => <tr aria-hidden style={{ height }} />
