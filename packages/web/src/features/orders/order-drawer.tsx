import type { Order, OrderDetails } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { isUnknownCall } from '../../api/error.ts'
import { DrawerSection } from '../../kit/drawer-section.tsx'
import { Button } from '../../kit/button.tsx'
import { Drawer } from '../../kit/drawer.tsx'
import { lazyDialog } from '../../kit/lazy-part.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { SkeletonLines } from '../../kit/skeleton.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderKeys } from './order-keys.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { orderQuery } from './orders-data.ts'
import { useCancel } from './use-cancel.tsx'

const RefundDialog = lazyDialog('Refund order', async () => (await import('./refund/refund-dialog.tsx')).RefundDialog)

interface Props {
  readonly id: number
  /** The order as the list knows it: shown at once, and where a host knows no more. */
  readonly row: Order | undefined
  readonly onClose: () => void
}

export function OrderDrawer({ id, row, onClose }: Props) {
  const query = useQuery(orderQuery(useApi(), id))
  const order = query.data ?? row
  const may = useMay()
  const [isRefunding, setRefunding] = useState(false)
  const canEnd = query.data && isOpenEnded(query.data) && may('orders:write')
  return (
    <Drawer
      title={`Order #${id}`}
      onClose={onClose}
      footer={canEnd ? <OrderActions order={query.data} onRefund={() => setRefunding(true)} /> : undefined}
    >
      <div className="space-y-6">
        {order && <OrderFacts order={order} details={query.data} />}
        {order && <OrderItems order={order} details={query.data} />}
        {!(row && isUnknownCall(query.error)) && (
          <Loaded
            query={query}
            failure={isNotFound(query.error) ? 'Order not found' : 'Failed to fetch order'}
            skeleton={<SkeletonLines lines={8} />}
          >
            {(details) => <Details order={details} />}
          </Loaded>
        )}
      </div>
      {/* Not one of the actions: it stays to say why, where somebody else has refunded everything meanwhile. */}
      {query.data && isRefunding && <RefundDialog order={query.data} onClose={() => setRefunding(false)} />}
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

function OrderActions({ order, onRefund }: { readonly order: OrderDetails; readonly onRefund: () => void }) {
  const { cancel, isCancelling } = useCancel(order)
  if (order.status === 'pending')
    return (
      <Button busy={isCancelling && 'Cancelling...'} onClick={() => void cancel()}>
        Cancel order
      </Button>
    )
  return <Button onClick={onRefund}>Refund</Button>
}

const isOpenEnded = ({ status }: Order) => status === 'pending' || status === 'completed'

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404
