import { Badge } from '../../kit/feedback/badge.tsx'

type Tone = 'green' | 'yellow' | 'red' | 'neutral'

const tones: Readonly<Record<string, Tone>> = { pending: 'yellow', completed: 'green', rejected: 'red' }

/** The colour of the status of a referral. Other values are neutral. */
export const referralTone = (status: string): Tone => tones[status] ?? 'neutral'
/** A payout fails where a referral is rejected. */
export const payoutTone = (status: string): Tone => (status === 'failed' ? 'red' : referralTone(status))

interface StatusBadgeProps {
  readonly of: 'referral' | 'payout'
  readonly status: string
}

/** The status, capitalised by CSS. */
export const StatusBadge = ({ of, status }: StatusBadgeProps) => (
  <Badge tone={of === 'referral' ? referralTone(status) : payoutTone(status)}>
    <span className="capitalize">{status}</span>
  </Badge>
)
