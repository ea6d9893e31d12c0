import type { Order } from '@keydesk/contract'
import { Badge } from '../../kit/badge.tsx'
import { statusTone } from './order-format.ts'

/** The word as the host says it, with a capital for the eye alone, whether a part of it is refunded, and whether it was completed by hand. */
export function OrderStatus({ order: { status, refunded_total = 0, completion_reason } }: { readonly order: Order }) {
  return (
    <>
      <Badge tone={statusTone(status)}>
        <span className="capitalize">{status || 'unknown'}</span>
      </Badge>
      {status === 'completed' && refunded_total > 0 && <span className="block text-caption text-yellow">partly refunded</span>}
      {completion_reason && <span className="block text-caption text-muted">completed by hand</span>}
    </>
  )
}
