import type { Referral } from '@keydesk/contract'

/** The username, or 'User #7' if the host sends none. */
export const formatUser = (username: string | undefined, id: number): string => username || `User #${id}`

export const formatReferrer = ({ referrer, referrer_id }: Pick<Referral, 'referrer' | 'referrer_id'>): string =>
  formatUser(referrer?.username, referrer_id)

export const formatReferred = ({ purchase }: Pick<Referral, 'purchase'>): string => purchase?.customer_email || 'N/A'
