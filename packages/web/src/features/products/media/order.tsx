import type { MediaItem, Product } from '@keydesk/contract'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { IconButton } from '../../../kit/controls/button.tsx'
import { useMoveFocus } from '../../../kit/overlay/focus.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'
import type { useMediaActions } from './data.ts'

/** How an item is moved to another place. */
export interface TileOrder {
  readonly id: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  /** Another item was dropped on this one. */
  readonly onDropped: (id: number) => void
}

/** The type of the drag of a tile, so that files and texts are not taken for one. */
const dragType = 'application/x-keydesk-media'

/** The items in their order, which is shown at once and stored after that. */
export function useMediaOrder(product: Product, order: ReturnType<typeof useMediaActions>['order']) {
  const isOwnHost = useIsOwnHost()
  const items = byOrder(product.media_items, order.isPending ? order.variables : undefined)
  const ids = items.map(({ id }) => id)
  const [announcement, setAnnouncement] = useState('')
  const keepFocus = useMoveFocus()
  const shown = ids.join()

  const store = (id: number, to: number) => {
    const next = moveBefore(ids, id, to)
    if (next.join() === shown) return
    setAnnouncement(`Moved to place ${next.indexOf(id) + 1} of ${next.length}`)
    order.mutate(next)
  }
  const orderOf = ({ id }: MediaItem, index: number): TileOrder | undefined =>
    isOwnHost && items.length > 1
      ? {
          id,
          isFirst: index === 0,
          isLast: index === items.length - 1,
          onMove: (by) => {
            keepFocus(id, by)
            store(id, index + by)
          },
          onDropped: (dragged) => store(dragged, index),
        }
      : undefined
  return { items, orderOf, announcement }
}

/** Dragging a tile onto another one, which moves over for it. */
export const dragOf = ({ id, onDropped }: TileOrder) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.setData(dragType, String(id))
    event.dataTransfer.effectAllowed = 'move'
  },
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes(dragType)) event.preventDefault()
  },
  onDrop: (event: DragEvent) => {
    const dragged = Number(event.dataTransfer.getData(dragType))
    if (dragged === 0) return
    event.preventDefault()
    onDropped(dragged)
  },
})

/** The same by keyboard and touch. */
export const MoveButtons = ({ name, order }: { readonly name: string; readonly order: TileOrder }) => (
  <div className="absolute right-1.5 bottom-1.5 flex rounded-control border border-border bg-surface opacity-0 transition-opacity touch:opacity-100 in-[li:is(:hover,:focus-within)]:opacity-100">
    <IconButton
      data-move={`${order.id}:-1`}
      label={`Move ${name.toLowerCase()} earlier`}
      icon={<ArrowLeft aria-hidden />}
      disabled={order.isFirst}
      onClick={() => order.onMove(-1)}
    />
    <IconButton
      data-move={`${order.id}:1`}
      label={`Move ${name.toLowerCase()} later`}
      icon={<ArrowRight aria-hidden />}
      disabled={order.isLast}
      onClick={() => order.onMove(1)}
    />
  </div>
)

/** Items by their stored order, or by these ids while those are being stored. */
function byOrder(items: readonly MediaItem[], ids?: readonly number[]): readonly MediaItem[] {
  const stored = items.toSorted((a, b) => a.display_order - b.display_order)
  if (ids === undefined) return stored
  const placeOf = ({ id }: MediaItem) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return stored.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The ids with one of them at another place. */
function moveBefore(ids: readonly number[], id: number, to: number): number[] {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(to, 0, id)
}
