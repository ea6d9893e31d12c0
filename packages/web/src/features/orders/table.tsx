import type { Order } from '@keydesk/contract'
import { type ReactNode, memo } from 'react'
import { Badge } from '../../kit/feedback/badge.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { formatCount } from '../../kit/text/format.ts'
import { Money } from '../../kit/text/money.tsx'
import { type ListedColumn, useSeenColumns } from '../../routes/columns.ts'
import { orderColumns } from '../../routes/orders.ts'
import { CustomerEmail } from '../customers/parts.tsx'
import { formatItems, orderTone } from './format.ts'

type Name = keyof typeof orderColumns

/** What each column shows. */
const cells: Readonly<Record<Name, (order: Order) => ReactNode>> = {
  id: ({ id }) => <span className="font-mono">#{id}</span>,
  customer: ({ id, customer_email }) => <CustomerEmail named={`order-${id}`} email={customer_email} />,
  status: (order) => <OrderStatus order={order} />,
  items: ({ items }) => formatItems(items),
  total: ({ total }) => (
    <span className="font-medium">
      <Money amount={total} />
    </span>
  ),
  date: ({ created_at }) => <DateText at={created_at} none="-" />,
}

const columns = Object.entries<ListedColumn>(orderColumns).map(([name, shape]) => ({ ...shape, cell: cells[name as Name] }))

const idOf = (order: Order) => order.id
const linkOf = (order: Order) => ({ search: (before: Record<string, unknown>) => ({ ...before, order: order.id }) })

interface OrdersTableProps {
  readonly orders: readonly Order[]
  /** The number of orders on the server, if the list is a page of them. */
  readonly total?: number | undefined
  /** The order that is open in the drawer. */
  readonly current?: number | null
  readonly empty: ReactNode
}

/** Memoised: renders when the orders change, not on each letter of a search. */
export const OrdersTable = memo(function OrdersTable({ orders, total = orders.length, current, empty }: OrdersTableProps) {
  return (
    <DataTable
      label="Latest Orders"
      rows={orders}
      columns={useSeenColumns(columns)}
      rowKey={idOf}
      rowHref={linkOf}
      current={current ?? undefined}
      total={formatCount(total)}
      empty={empty}
    />
  )
})

/** The host's status (capitalised by CSS), with marks for a partial refund and for a completion by hand. */
export function OrderStatus({ order: { status, refunded_total = 0, completion_reason, is_imported } }: { readonly order: Order }) {
  return (
    <>
      <Badge tone={orderTone(status)}>
        <span className="capitalize">{status || 'unknown'}</span>
      </Badge>
      {status === 'completed' && refunded_total > 0 && <span className="ml-2 text-caption text-yellow">partly refunded</span>}
      {completion_reason && <span className="ml-2 text-caption text-muted">by hand</span>}
      {is_imported && <span className="ml-2 text-caption text-muted">imported</span>}
    </>
  )
}
