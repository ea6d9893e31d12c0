import { isPartlyRefunded, type Order } from '@keydesk/contract'
import { Badge } from '../../kit/badge.tsx'
import { statusTone } from './order-format.ts'

/** The word as the host says it, with a capital for the eye alone, and whether a part of it is refunded. */
export function OrderStatus({ order }: { readonly order: Order }) {
  return (
    <>
      <Badge tone={statusTone(order.status)}>
        <span className="capitalize">{order.status || 'unknown'}</span>
      </Badge>
      {isPartlyRefunded(order) && <span className="block text-caption text-yellow">partly refunded</span>}
    </>
  )
}
