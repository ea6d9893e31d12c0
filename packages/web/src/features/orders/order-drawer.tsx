import type { Order, OrderDetails } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { DrawerSection } from '../../kit/drawer-section.tsx'
import { Button } from '../../kit/button.tsx'
import { Drawer } from '../../kit/drawer.tsx'
import { lazyDialog } from '../../kit/lazy-part.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { SkeletonLines } from '../../kit/skeleton.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderKeys } from './order-keys.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { orderQuery } from './orders-data.ts'
import { useCancel } from './use-cancel.tsx'

const CompleteDialog = lazyDialog('Complete order', async () => (await import('./complete-dialog.tsx')).CompleteDialog)
const RefundDialog = lazyDialog('Refund order', async () => (await import('./refund/refund-dialog.tsx')).RefundDialog)

interface Props {
  readonly id: number
  /** The order as the list knows it: shown at once, and where a host knows no more. */
  readonly row: Order | undefined
  readonly onClose: () => void
}

export function OrderDrawer({ id, row, onClose }: Props) {
  const { isOwnHost, may } = useAuth()
  const query = useQuery({ ...orderQuery(useApi(), id), enabled: isOwnHost })
  const order = query.data ?? row
  const [asking, setAsking] = useState<'refund' | 'complete' | null>(null)
  const canAct = query.data && hasActions(query.data) && may('orders:write')
  return (
    <Drawer title={`Order #${id}`} onClose={onClose} footer={canAct ? <OrderActions order={query.data} onAsk={setAsking} /> : undefined}>
      <div className="space-y-6">
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
      {/* Not in the footer: they stay to say why, where somebody else was first. */}
      {query.data && asking === 'refund' && <RefundDialog order={query.data} onClose={() => setAsking(null)} />}
      {query.data && asking === 'complete' && <CompleteDialog order={query.data} onClose={() => setAsking(null)} />}
    </Drawer>
  )
}

function Details({ order }: { readonly order: OrderDetails }) {
  return (
    <>
      {order.keys.length > 0 && <OrderKeys order={order} />}
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
  if (order.status === 'completed') return <Button onClick={() => onAsk('refund')}>Refund</Button>
  return (
    <>
      {order.status === 'pending' && (
        <Button busy={isCancelling && 'Cancelling...'} onClick={() => void cancel()}>
          Cancel order
        </Button>
      )}
      <Button onClick={() => onAsk('complete')}>Complete by hand</Button>
    </>
  )
}

/** A payment may come after an order has ended. */
const hasActions = ({ status }: Order) => ['pending', 'completed', 'expired', 'cancelled'].includes(status)

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404
