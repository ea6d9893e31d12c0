import type { Customer } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { Drawer } from '../../kit/drawer.tsx'
import { plural } from '../../kit/format.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { Money } from '../../kit/money.tsx'
import { SkeletonLines } from '../../kit/skeleton.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { customerQuery } from './customers-data.ts'
import { CustomerKeys, CustomerOrders } from './customer-lists.tsx'
import { CustomerNotes } from './customer-notes.tsx'

interface Props {
  /** As the address has it. */
  readonly named: string
  readonly onClose: () => void
}

/** Everything about whoever has an email: figures, notes of the staff, orders, keys. */
export function CustomerDrawer({ named, onClose }: Props) {
  const query = useQuery(customerQuery(useApi(), named))
  const isUnknown = query.error instanceof ApiError && query.error.status === 404
  return (
    <Drawer title={query.data?.email ?? 'Customer'} onClose={onClose}>
      <Loaded query={query} failure={isUnknown ? 'Customer not found' : 'Failed to fetch customer'} skeleton={<SkeletonLines lines={10} />}>
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

function Figures({ customer: { email, orders, first_order_at, last_order_at, coupons, referral_code } }: { readonly customer: Customer }) {
  const may = useMay()
  return (
    <>
      <dl className="grid grid-cols-3 divide-x divide-border rounded-card border border-border bg-surface">
        {(
          [
            ['Total spent', <Money key="total" amount={orders.total} />],
            ['Refunded', <Money key="refunded" amount={orders.refunded} />],
            ['Orders', orders.count],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="px-4 py-3">
            <dt className="text-caption text-muted">{name}</dt>
            <dd className="mt-0.5 text-base font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-x-4 [&>dd]:flex [&>dd]:min-h-9 [&>dd]:flex-wrap [&>dd]:items-center [&>dd]:gap-x-2 [&>dd]:py-1 [&>dt]:text-muted">
        <dt>Email</dt>
        <dd>
          <span className="min-w-0 break-all">{email}</span>
          <CopyButton text={email} label="Copy email" />
        </dd>
        {first_order_at !== null && (
          <>
            <dt>First order</dt>
            <dd>
              <DateText at={first_order_at} as="time" none="-" />
            </dd>
            <dt>Last order</dt>
            <dd>
              <DateText at={last_order_at} as="time" none="-" />
            </dd>
          </>
        )}
        {coupons.length > 0 && (
          <>
            <dt>Coupons used</dt>
            <dd>
              {coupons.map(({ code, uses }) => (
                <span key={code} className="min-w-0 break-all">
                  <span className="font-mono text-table">{code}</span>
                  <span className="text-muted"> ({plural(uses, 'order')})</span>
                </span>
              ))}
            </dd>
          </>
        )}
        {referral_code !== null && (
          <>
            <dt>Referral code</dt>
            <dd>
              {may('referrals:read') ? (
                <Link to="/referrals" search={{ q: referral_code }} className="font-mono text-table text-accent hover:underline">
                  {referral_code}
                </Link>
              ) : (
                <span className="font-mono text-table">{referral_code}</span>
              )}
            </dd>
          </>
        )}
      </dl>
    </>
  )
}
