import type { Order, OrderDetails } from '@keydesk/contract'
import type { ReactNode } from 'react'
import { Badge } from '../../kit/badge.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { formatUtc } from '../../kit/format.ts'
import { Money } from '../../kit/money.tsx'
import { CustomerEmail } from '../customers/customer-link-data.tsx'
import { referralTone } from './order-format.ts'
import { OrderStatus } from './order-status.tsx'

interface Props {
  readonly order: Order
  readonly details: OrderDetails | undefined
}

/** Who, when, and how it was paid, in pairs of name and value. */
export function OrderFacts({ order, details }: Props) {
  const referral = details?.referral ?? null
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-x-4 [&>dd]:flex [&>dd]:min-h-9 [&>dd]:flex-wrap [&>dd]:items-center [&>dd]:gap-x-2 [&>dd]:py-1 [&>dt]:text-muted">
      <Fact name="Status">
        <OrderStatus order={order} />
      </Fact>
      <Fact name="Customer">
        <CustomerEmail named={`order-${order.id}`} email={order.customer_email} />
        <CopyButton text={order.customer_email} label="Copy email" />
      </Fact>
      <Fact name="Ordered">
        <Moment at={order.created_at} />
      </Fact>
      {details?.reserved_until && order.status === 'pending' && (
        <Fact name="Reserved until">
          <Moment at={details.reserved_until} />
        </Fact>
      )}
      {details?.completed_at && (
        <Fact name="Completed">
          <Moment at={details.completed_at} />
        </Fact>
      )}
      {order.completion_reason && (
        <Fact name="By hand">
          <span className="min-w-0 break-words">{order.completion_reason}</span>
        </Fact>
      )}
      {details?.payment_reference && (
        <Fact name="Payment">
          <span className="min-w-0 font-mono text-table break-all">{details.payment_reference}</span>
          <CopyButton text={details.payment_reference} label="Copy payment reference" />
        </Fact>
      )}
      {referral !== null && (
        <Fact name="Referred by">
          <span className="min-w-0 break-words">{referral.referrer}</span>
          <span className="text-muted">
            earns <Money amount={referral.commission_amount} />
          </span>
          <Badge tone={referralTone(referral.status)}>
            <span className="capitalize">{referral.status}</span>
          </Badge>
        </Fact>
      )}
    </dl>
  )
}

/** To the second, here and in UTC: what a payment provider's records are compared with. */
const Moment = ({ at }: { readonly at: string | null }) => (
  <>
    <DateText at={at} as="second" none="-" />
    {at !== null && <span className="text-table text-muted tabular-nums">{formatUtc(at)}</span>}
  </>
)

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
