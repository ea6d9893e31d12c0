import { type Order, type OrderDetails, type Permission, type TimelineEntry, formatUsd } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { isNotFound } from '../../api/error.ts'
import { Button } from '../../kit/controls/button.tsx'
import { CopyButton } from '../../kit/controls/copy-button.tsx'
import { lazyDialog } from '../../kit/feedback/lazy-part.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { Drawer, DrawerSection } from '../../kit/overlay/drawer.tsx'
import { useFocusRefuge } from '../../kit/overlay/focus.ts'
import { Fact, Facts } from '../../kit/overlay/facts.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { formatUtc, plural } from '../../kit/text/format.ts'
import { Money } from '../../kit/text/money.tsx'
import { useAuth, useMay } from '../../session/session-provider.tsx'
import { CustomerEmail } from '../customers/parts.tsx'
import { OrderMails } from '../mails/parts.tsx'
import { StatusBadge } from '../referrals/parts.tsx'
import { orderQuery, useCancelOrder } from './data.ts'
import { formatEvent, eventLines } from './format.ts'
import { OrderItems, OrderKeys } from './items.tsx'
import { OrderPageLink } from './page-link.tsx'
import { type OrderSteps, StepButtons } from './steps.tsx'
import { OrderStatus } from './table.tsx'

const CompleteDialog = lazyDialog('Complete order', async () => (await import('./complete-dialog.tsx')).CompleteDialog)
const RefundDialog = lazyDialog('Refund order', async () => (await import('./refund-dialog.tsx')).RefundDialog)

interface OrderDrawerProps {
  readonly id: number
  /** The order from the list: shown at once, and all that a foreign host has. */
  readonly row: Order | undefined
  readonly steps: OrderSteps
  readonly onClose: () => void
}

/** Stays open while the person goes from order to order. */
export function OrderDrawer({ id, row, steps, onClose }: OrderDrawerProps) {
  const { isOwnHost, may } = useAuth()
  const query = useQuery({ ...orderQuery(useApi(), id), enabled: isOwnHost })
  const order = query.data ?? row
  const frame = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState<{ readonly what: 'refund' | 'complete'; readonly id: number } | null>(null)
  const asked = asking?.id === id ? asking.what : null
  const ask = (what: 'refund' | 'complete') => setAsking({ what, id })
  const stopAsking = () => setAsking(null)
  const canAct = query.data && hasActions(query.data, may)
  return (
    <Drawer
      title={`Order #${id}`}
      description={<OrderSummary key={id} order={order} />}
      isBesidePage
      frame={frame}
      actions={<StepButtons order={id} steps={steps} drawer={frame} />}
      findReturn={() => document.querySelector<HTMLElement>(`[data-row-link="${id}"]`)}
      onClose={onClose}
      footer={canAct ? <OrderActions key={id} order={query.data} onAsk={ask} /> : undefined}
    >
      <div key={id} className="space-y-6">
        {order && <OrderFacts order={order} details={query.data} />}
        {order && <OrderItems order={order} details={query.data} />}
        {!isOwnHost && row === undefined && <p role="alert">Order not found</p>}
        {isOwnHost && (
          <Loaded
            query={query}
            failure={isNotFound(query.error) ? 'Order not found' : 'Failed to fetch order'}
            skeleton={<SkeletonLines lines={8} />}
          >
            {(details) => <Details order={details} />}
          </Loaded>
        )}
      </div>
      {/* Outside the footer: a dialog stays open to show the refusal when somebody else has changed the order first. */}
      {query.data && asked === 'refund' && <RefundDialog order={query.data} onClose={stopAsking} />}
      {query.data && asked === 'complete' && <CompleteDialog order={query.data} onClose={stopAsking} />}
    </Drawer>
  )
}

/** What matters most, in one line: total, status, customer. Its space is kept while the order loads. */
function OrderSummary({ order }: { readonly order: Order | undefined }) {
  const seesAmounts = useMay()('amounts:read')
  return (
    <span className="flex min-h-9 flex-wrap items-center gap-x-3 text-text touch:min-h-11">
      {order && (
        <>
          {seesAmounts && (
            <span className="text-title font-medium tabular-nums">
              <Money amount={order.total} />
            </span>
          )}
          <span className="flex flex-wrap items-center gap-x-2">
            <OrderStatus order={order} />
          </span>
          <span className="flex min-w-0 items-center">
            <CustomerEmail named={`order-${order.id}`} email={order.customer_email} />
            <CopyButton text={order.customer_email} label="Copy email" />
          </span>
        </>
      )}
    </span>
  )
}

function Details({ order }: { readonly order: OrderDetails }) {
  return (
    <>
      {order.keys.length > 0 && <OrderKeys order={order} />}
      <OrderMails order={order} />
      {/* Another email ends the link that is shown. */}
      <OrderPageLink key={order.customer_email} order={order} />
      {order.timeline.length > 0 && (
        <DrawerSection title="Timeline">
          <OrderTimeline entries={order.timeline} />
        </DrawerSection>
      )}
    </>
  )
}

interface ActionsProps {
  readonly order: OrderDetails
  readonly onAsk: (what: 'refund' | 'complete') => void
}

function OrderActions({ order, onAsk }: ActionsProps) {
  const { cancel, isCancelling } = useCancel(order)
  const may = useMay()
  const group = useFocusRefuge()
  if (order.status === 'completed') return <Button onClick={() => onAsk('refund')}>Refund</Button>
  return (
    <div ref={group} tabIndex={-1} role="group" aria-label="Actions" className="flex flex-wrap justify-end gap-2">
      {order.status === 'pending' && may('orders:write') && (
        <Button busy={isCancelling && 'Cancelling...'} onClick={() => void cancel()}>
          Cancel order
        </Button>
      )}
      {may('orders:refund') && <Button onClick={() => onAsk('complete')}>Complete by hand</Button>}
    </div>
  )
}

/** An order that has ended can still be completed: its payment may come late. */
const hasActions = ({ status }: Order, may: (permission: Permission) => boolean) =>
  (status === 'pending' && may('orders:write')) ||
  (['pending', 'completed', 'expired', 'cancelled'].includes(status) && may('orders:refund'))

interface OrderFactsProps {
  readonly order: Order
  readonly details: OrderDetails | undefined
}

/** Dates, payment and referral as name and value pairs. */
function OrderFacts({ order, details }: OrderFactsProps) {
  const referral = details?.referral ?? null
  const seesAmounts = useMay()('amounts:read')
  return (
    <Facts>
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
      {order.external_number && (
        <Fact name="Old number">
          <span className="min-w-0 break-words">{order.external_number}</span>
          <CopyButton text={order.external_number} label="Copy old number" />
        </Fact>
      )}
      {order.is_imported && order.coupon_code && (
        <Fact name="Old coupon">
          <span className="min-w-0 break-words">{order.coupon_code}</span>
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
          {seesAmounts && (
            <span className="text-muted">
              earns <Money amount={referral.commission_amount} />
            </span>
          )}
          <StatusBadge of="referral" status={referral.status} />
        </Fact>
      )}
    </Facts>
  )
}

/** A moment to the second, local and in UTC, to compare with the records of a payment provider. */
const Moment = ({ at }: { readonly at: string | null }) => (
  <>
    <DateText at={at} as="second" none="-" />
    {at !== null && <span className="text-table text-muted tabular-nums">{formatUtc(at)}</span>}
  </>
)

/** The events of an order, oldest first. */
function OrderTimeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const inOrder = entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id)
  return (
    <ol className="relative ml-1 space-y-3 border-l border-border pl-5">
      {inOrder.map((entry) => (
        <li key={entry.id} className="relative flex flex-wrap items-baseline justify-between gap-x-4">
          <span aria-hidden className="absolute top-1.5 -left-[1.5rem] size-2 rounded-full bg-edge" />
          <span>{formatEvent(entry)}</span>
          <span className="text-table text-muted">
            <DateText at={entry.at} as="second" />
          </span>
          {eventLines(entry).map((line, index) => (
            <span key={index} className="min-w-0 basis-full text-table break-words text-muted">
              {line}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}

/** Cancels after a question that names the order and what happens to its keys and its coupon. */
function useCancel(order: OrderDetails) {
  const confirm = useConfirm()
  const cancelling = useCancelOrder(order)
  const amount = useMay()('amounts:read') ? ` (${formatUsd(order.total)})` : ''
  const name = `Order #${order.id} of ${order.customer_email}${amount}`

  const cancel = async () => {
    const text = (
      <>
        <span className="block text-text">{`${name} becomes cancelled. This cannot be undone.`}</span>
        <span className="mt-2 block">{cancelConsequences(order)}</span>
      </>
    )
    const question = { title: `Cancel order #${order.id}?`, text, yes: 'Cancel order', no: 'Keep order', isDanger: true }
    if (await confirm(question)) cancelling.mutate(undefined)
  }

  return { cancel, isCancelling: cancelling.isPending }
}

function cancelConsequences({ keys, coupon_code }: OrderDetails): string {
  const released = keys.length === 0 ? 'What it reserves' : `Its ${plural(keys.length, 'reserved key')}`
  const verb = keys.length > 1 ? 'return' : 'returns'
  return `${released} ${verb} to stock${coupon_code ? `, and the use of coupon ${coupon_code} is given back` : ''}. The customer can no longer pay for it.`
}
