import type { Order } from '@keydesk/contract'
import { type ReactNode, type RefObject, memo, useEffect, useState } from 'react'
import { Badge } from '../../kit/feedback/badge.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { DateText, Money } from '../../kit/text/date-text.tsx'
import { formatCount } from '../../kit/text/format.ts'
import { orderColumns } from '../../routes/orders.ts'
import { CustomerEmail } from '../customers/parts.tsx'
import { formatItems, statusTone } from './format.ts'

const columns: Column<Order>[] = [
  { ...orderColumns.id, cell: ({ id }) => <span className="font-mono">#{id}</span> },
  { ...orderColumns.customer, cell: ({ id, customer_email }) => <CustomerEmail named={`order-${id}`} email={customer_email} /> },
  { ...orderColumns.status, cell: (order) => <OrderStatus order={order} /> },
  { ...orderColumns.items, cell: ({ items }) => formatItems(items) },
  {
    ...orderColumns.total,
    cell: ({ total }) => (
      <span className="font-medium">
        <Money amount={total} />
      </span>
    ),
  },
  { ...orderColumns.date, cell: ({ created_at }) => <DateText at={created_at} none="-" /> },
]

const idOf = (order: Order) => order.id
const linkOf = (order: Order) => ({ search: (before: Record<string, unknown>) => ({ ...before, order: order.id }) })

interface OrdersTableProps {
  readonly orders: readonly Order[]
  readonly empty: ReactNode
}

/** Memoised: renders when the orders change, not on each letter of a search. */
export const OrdersTable = memo(function OrdersTable({ orders, empty }: OrdersTableProps) {
  return <DataTable label="Latest Orders" rows={orders} columns={columns} rowKey={idOf} rowHref={linkOf} empty={empty} />
})

/** The host's status (capitalised by CSS), with marks for a partial refund and for a completion by hand. */
export function OrderStatus({ order: { status, refunded_total = 0, completion_reason } }: { readonly order: Order }) {
  return (
    <>
      <Badge tone={statusTone(status)}>
        <span className="capitalize">{status || 'unknown'}</span>
      </Badge>
      {status === 'completed' && refunded_total > 0 && <span className="ml-2 text-caption text-yellow">partly refunded</span>}
      {completion_reason && <span className="ml-2 text-caption text-muted">completed by hand</span>}
    </>
  )
}

interface OrdersPositionProps {
  /** The element around the rows. */
  readonly list: RefObject<HTMLElement | null>
  readonly loaded: number
  /** The number of orders on the server, if the host counts them. */
  readonly total: number | undefined
}

/** The rows in view of a long list: '41–58 of 300'. Hidden at the top, where the toolbar shows the total. */
export function OrdersPosition({ list, loaded, total }: OrdersPositionProps) {
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
    const update = () => {
      const rows = [...(list.current?.querySelectorAll('tbody tr:not([aria-hidden])') ?? [])]
      const places = rows.flatMap((row, index) => {
        const { top, bottom } = row.getBoundingClientRect()
        // The sticky headers of page and table cover the first 96 px.
        return bottom > 96 && top < window.innerHeight ? [Number(row.getAttribute('aria-rowindex') ?? index + 2) - 1] : []
      })
      const [first, last] = [places[0], places.at(-1)]
      setSeen((before) =>
        first === undefined || last === undefined ? null : before?.first === first && before.last === last ? before : { first, last },
      )
    }
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const scheduleUpdate = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
      // Again once scrolling has stopped: after a jump, rows are drawn a little later.
      clearTimeout(timer)
      timer = setTimeout(update, settleMs)
    }
    document.addEventListener('scroll', scheduleUpdate, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      document.removeEventListener('scroll', scheduleUpdate)
    }
  }, [list])
  return seen
}
