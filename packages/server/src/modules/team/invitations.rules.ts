import type { InvitationState } from '@keydesk/contract'

/** How long the link of an invitation works. */
export const invitationMs = 72 * 3_600_000

interface Dates {
  readonly used_at: string | null
  readonly revoked_at: string | null
  readonly expires_at: string
}

/** A used invitation stays used, even if it expires or is revoked later. */
export function stateOf({ used_at, revoked_at, expires_at }: Dates, now: Date): InvitationState {
  if (used_at !== null) return 'used'
  if (revoked_at !== null) return 'revoked'
  return Date.parse(expires_at) <= now.getTime() ? 'expired' : 'open'
}

/** The message for somebody with the link of an invitation that is over, and what to do next. */
export const overTexts: Readonly<Record<Exclude<InvitationState, 'open'> | 'unknown', string>> = {
  used: 'This invitation was used already. If it was you, sign in; otherwise ask for a new one.',
  expired: 'This invitation has expired. Ask for a new one.',
  revoked: 'This invitation was revoked. Ask for a new one if you still need it.',
  unknown: 'This invitation link is not valid. Check that it was copied whole, or ask for a new one.',
}
