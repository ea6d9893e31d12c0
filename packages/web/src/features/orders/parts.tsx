import type { Order } from '@keydesk/contract'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { Money } from '../../kit/text/money.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { orderTone } from './format.ts'

interface OrderLinkProps {
  readonly id: number
  readonly className: string
  readonly target?: '_blank'
  readonly children: ReactNode
}

/** Opens an order in place of a customer. On Orders the filters of the list stay. A plain text for roles that may not read orders. */
export function OrderLink({ id, ...link }: OrderLinkProps) {
  const isOnOrders = useLocation().pathname === '/purchases/orders'
  const mayRead = useMay()('orders:read')
  const search = (before: object) => ({ ...(isOnOrders && before), customer: undefined, order: id })
  if (!mayRead) return link.children
  return <Link to="/purchases/orders" search={search} {...link} />
}

interface OrderRowsProps {
  readonly orders: readonly (Pick<Order, 'id' | 'status' | 'total' | 'refunded_total' | 'created_at'> &
    Partial<Pick<Order, 'customer_email'>>)[]
}

/** A few orders of a customer or a coupon. */
export function OrderRows({ orders }: OrderRowsProps) {
  const seesAmounts = useMay()('amounts:read')
  return (
    <Card>
      <ul className="divide-y divide-border">
        {orders.map(({ id, status, total, refunded_total = 0, created_at, customer_email }) => (
          <li key={id} className={`${orderRowLook} relative hover:bg-hover`}>
            <OrderLink
              id={id}
              className="font-mono font-medium hover:text-accent after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              #{id}
            </OrderLink>
            <Badge tone={orderTone(status)}>
              <span className="capitalize">{status}</span>
            </Badge>
            {status === 'completed' && refunded_total > 0 && <span className="text-caption text-yellow">partly refunded</span>}
            <span className="ml-auto flex items-center gap-3">
              <span className="text-table text-muted">
                <DateText at={created_at} none="-" />
              </span>
              {seesAmounts && (
                <span className="min-w-16 text-right font-medium tabular-nums">
                  <Money amount={total} />
                </span>
              )}
            </span>
            {customer_email !== undefined && <span className="min-w-0 basis-full text-table break-words text-muted">{customer_email}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

export const orderRowLook = 'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2'
