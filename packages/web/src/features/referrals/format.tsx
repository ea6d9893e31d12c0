import type { Referral } from '@keydesk/contract'
import { type ApiError, unexpectedAnswer } from '../../api/error.ts'
import { Badge } from '../../kit/feedback/badge.tsx'

type Tone = 'green' | 'yellow' | 'red' | 'neutral'

const referralTones: Readonly<Record<string, Tone>> = { pending: 'yellow', completed: 'green', rejected: 'red' }
const tones = { referral: referralTones, payout: { ...referralTones, failed: 'red' } as typeof referralTones }

/** The colour of the status of a referral or payout. Other values are neutral. */
export const statusTone = (of: keyof typeof tones, status: string): Tone => tones[of][status] ?? 'neutral'

/** The username, or 'User #7' if the host sends none. */
export const formatUser = (username: string | undefined, id: number): string => username || `User #${id}`

export const formatReferrer = ({ referrer, referrer_id }: Pick<Referral, 'referrer' | 'referrer_id'>): string =>
  formatUser(referrer?.username, referrer_id)

export const formatReferred = ({ purchase }: Pick<Referral, 'purchase'>): string => purchase?.customer_email || 'N/A'

export function StatusBadge({ of, status }: { readonly of: keyof typeof tones; readonly status: string }) {
  return (
    <Badge tone={statusTone(of, status)}>
      <span className="capitalize">{status}</span>
    </Badge>
  )
}

/** The reason that a dialog shows: the message of the error, or our sentence if the host sent none. */
export const reasonOr =
  (sentence: string) =>
  (error: ApiError): string =>
    error.code === unexpectedAnswer || error.message === '' ? sentence : error.message
