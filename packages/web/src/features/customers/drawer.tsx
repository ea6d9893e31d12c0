import type { Customer } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../api/context.tsx'
import { isNotFound } from '../../api/error.ts'
import { CopyButton } from '../../kit/controls/copy-button.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { Drawer, DrawerSection } from '../../kit/overlay/drawer.tsx'
import { Fact, Facts } from '../../kit/overlay/facts.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { formatCount, plural } from '../../kit/text/format.ts'
import { Money } from '../../kit/text/money.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { OrderLink, orderRowLook, OrderRows } from '../orders/parts.tsx'
import { customerQuery } from './data.ts'
import { CustomerNotes } from './notes.tsx'

interface CustomerDrawerProps {
  /** The customer as the address names it. */
  readonly named: string
  readonly onClose: () => void
}

/** Everything about a customer: figures, notes of the staff, orders, keys. */
export function CustomerDrawer({ named, onClose }: CustomerDrawerProps) {
  const query = useQuery(customerQuery(useApi(), named))
  return (
    <Drawer
      title={query.data?.email ?? 'Customer'}
      actions={query.data && <CopyButton text={query.data.email} label="Copy email" />}
      onClose={onClose}
    >
      <Loaded
        query={query}
        failure={isNotFound(query.error) ? 'Customer not found' : 'Failed to fetch customer'}
        skeleton={<SkeletonLines lines={10} />}
      >
        {(customer) => (
          <div className="space-y-6">
            <Figures customer={customer} />
            <CustomerNotes named={named} customer={customer} />
            <CustomerOrders customer={customer} />
            <CustomerKeys customer={customer} />
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}

function Figures({ customer: { orders, first_order_at, last_order_at, coupons, referral_code } }: { readonly customer: Customer }) {
  const may = useMay()
  return (
    <>
      <dl className="grid auto-cols-[minmax(max-content,1fr)] grid-flow-col divide-x divide-border rounded-card border border-border bg-surface">
        {(
          [
            ...(may('amounts:read')
              ? ([
                  ['Total spent', <Money key="total" amount={orders.total} />],
                  ['Refunded', <Money key="refunded" amount={orders.refunded} />],
                ] as const)
              : []),
            ['Orders', orders.count],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="px-4 py-3">
            <dt className="text-caption text-muted">{name}</dt>
            <dd className="mt-0.5 text-base font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Facts>
        {first_order_at !== null && (
          <>
            <Fact name="First order">
              <DateText at={first_order_at} as="time" none="-" />
            </Fact>
            <Fact name="Last order">
              <DateText at={last_order_at} as="time" none="-" />
            </Fact>
          </>
        )}
        {coupons.length > 0 && (
          <Fact name="Coupons used">
            {coupons.map(({ code, uses }) => (
              <span key={code} className="min-w-0 break-all">
                <span className="font-mono text-table">{code}</span>
                <span className="text-muted"> ({plural(uses, 'order')})</span>
              </span>
            ))}
          </Fact>
        )}
        {referral_code !== null && (
          <Fact name="Referral code">
            {may('referrals:read') ? (
              <Link to="/referrals" search={{ q: referral_code }} className="font-mono text-table text-accent hover:underline">
                {referral_code}
              </Link>
            ) : (
              <span className="font-mono text-table">{referral_code}</span>
            )}
          </Fact>
        )}
      </Facts>
    </>
  )
}

interface CustomerListsProps {
  readonly customer: Customer
}

/** The newest orders, and a link to all of them. */
function CustomerOrders({ customer: { email, orders, recent_orders } }: CustomerListsProps) {
  if (recent_orders.length === 0) return null
  const all = (
    <Link to="/purchases/orders" search={{ q: `"${email}"` }} className="rounded-sm text-table text-accent hover:underline touch:py-3">
      {orders.count > recent_orders.length ? `All ${formatCount(orders.count)} orders` : 'Show in Orders'}
    </Link>
  )
  return (
    <DrawerSection title={orders.count > recent_orders.length ? 'Newest orders' : 'Orders'} actions={all}>
      <OrderRows orders={recent_orders} />
    </DrawerSection>
  )
}

/** The masked keys. They are revealed in their orders. */
function CustomerKeys({ customer: { keys } }: CustomerListsProps) {
  if (keys.length === 0) return null
  return (
    <DrawerSection title="Newest keys">
      <Card>
        <ul className="divide-y divide-border">
          {keys.map(({ id, order_id, value, state, name }) => (
            <li key={id} className={orderRowLook}>
              <code className="font-mono text-table">{value}</code>
              {state !== 'sold' && (
                <Badge tone={state === 'reserved' ? 'yellow' : 'red'}>{state === 'reserved' ? 'Reserved' : 'Revoked'}</Badge>
              )}
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <OrderLink id={order_id} className="font-mono font-medium hover:text-accent hover:underline touch:py-3">
                #{order_id}
              </OrderLink>
            </li>
          ))}
        </ul>
      </Card>
    </DrawerSection>
  )
}
