import { Badge } from '../../kit/badge.tsx'
import { statusTone } from './order-format.ts'

/** The word as the host says it, with a capital for the eye alone. */
export function OrderStatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge tone={statusTone(status)}>
      <span className="capitalize">{status || 'unknown'}</span>
    </Badge>
  )
}
