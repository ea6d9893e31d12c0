import type { Customer } from '@keydesk/contract'
import { Link } from '@tanstack/react-router'
import { DrawerSection } from '../../kit/drawer-section.tsx'
import { Badge } from '../../kit/badge.tsx'
import { Card } from '../../kit/card.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { Money } from '../../kit/money.tsx'

interface Props {
  readonly customer: Customer
}

const rowLook = 'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2'

/** The newest orders, and the way to all of them. */
export function CustomerOrders({ customer: { email, orders, recent_orders } }: Props) {
  if (recent_orders.length === 0) return null
  const all = (
    <Link to="/purchases/orders" search={{ q: email }} className="rounded-sm text-table text-accent hover:underline touch:py-3">
      {orders.count > recent_orders.length ? `All ${orders.count} orders` : 'Show in Orders'}
    </Link>
  )
  return (
    <DrawerSection title={orders.count > recent_orders.length ? 'Newest orders' : 'Orders'} actions={all}>
      <Card>
        <ul className="divide-y divide-border">
          {recent_orders.map(({ id, status, total, refunded_total = 0, created_at }) => (
            <li key={id} className={`${rowLook} relative hover:bg-hover`}>
              <Link
                to="/purchases/orders"
                search={{ order: id }}
                className="font-mono text-accent after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                #{id}
              </Link>
              <Badge tone={toneOf(status)}>
                <span className="capitalize">{status}</span>
              </Badge>
              {status === 'completed' && refunded_total > 0 && <span className="text-caption text-yellow">partly refunded</span>}
              <span className="ml-auto flex items-center gap-3">
                <span className="text-table text-muted">
                  <DateText at={created_at} none="-" />
                </span>
                <span className="min-w-16 text-right tabular-nums">
                  <Money amount={total} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </DrawerSection>
  )
}

/** Masked: an order reveals its own. */
export function CustomerKeys({ customer: { keys } }: Props) {
  if (keys.length === 0) return null
  return (
    <DrawerSection title="Newest keys">
      <Card>
        <ul className="divide-y divide-border">
          {keys.map(({ id, order_id, value, state, name }) => (
            <li key={id} className={rowLook}>
              <code className="font-mono text-table">{value}</code>
              {state !== 'sold' && (
                <Badge tone={state === 'reserved' ? 'yellow' : 'red'}>{state === 'reserved' ? 'Reserved' : 'Revoked'}</Badge>
              )}
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <Link to="/purchases/orders" search={{ order: order_id }} className="font-mono text-accent hover:underline touch:py-3">
                #{order_id}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </DrawerSection>
  )
}

const toneOf = (status: string) => (status === 'completed' ? 'green' : status === 'pending' ? 'yellow' : 'red')
