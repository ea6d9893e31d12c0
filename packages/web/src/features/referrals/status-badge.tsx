import { Badge } from '../../kit/badge.tsx'
import { statusTone } from './referral-format.ts'

export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge tone={statusTone(status)}>
      <span className="capitalize">{status}</span>
    </Badge>
  )
}
