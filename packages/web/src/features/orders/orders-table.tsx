import type { Order } from '@keydesk/contract'
import { memo, type ReactNode } from 'react'
import { DataTable, type Column } from '../../kit/data-table.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { Money } from '../../kit/money.tsx'
import { CustomerEmail } from '../customers/customer-link-data.tsx'
import { formatItems } from './order-format.ts'
import { OrderStatus } from './order-status.tsx'

const columns: Column<Order>[] = [
  { title: 'Order ID', priority: 'high', cell: ({ id }) => <span className="font-mono">#{id}</span> },
  {
    title: 'Customer',
    share: 2,
    cell: ({ id, customer_email }) => <CustomerEmail named={`order-${id}`} email={customer_email} />,
  },
  {
    title: 'Status',
    cell: (order) => <OrderStatus order={order} />,
  },
  {
    title: 'Items',
    share: 3,
    priority: 'low',
    cell: ({ items }) => (
      // The row opens the whole order.
      <span className="line-clamp-2 cards:line-clamp-none">{formatItems(items)}</span>
    ),
  },
  { title: 'Total', align: 'right', priority: 'high', cell: ({ total }) => <Money amount={total} /> },
  { title: 'Date', align: 'right', cell: ({ created_at }) => <DateText at={created_at} none="-" /> },
]

const idOf = (order: Order) => order.id
const linkOf = (order: Order) => ({ search: (before: Record<string, unknown>) => ({ ...before, order: order.id }) })

interface Props {
  readonly orders: readonly Order[]
  readonly empty: ReactNode
}

/** Drawn again only when the orders change, not with each letter of a search. */
export const OrdersTable = memo(function OrdersTable({ orders, empty }: Props) {
  return <DataTable label="Latest Orders" rows={orders} columns={columns} rowKey={idOf} rowHref={linkOf} empty={empty} />
})
