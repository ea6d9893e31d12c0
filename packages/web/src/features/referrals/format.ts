import type { Referral } from '@keydesk/contract'
import { type ApiError, unexpectedAnswer } from '../../api/error.ts'

/** The username, or 'User #7' if the host sends none. */
export const formatUser = (username: string | undefined, id: number): string => username || `User #${id}`

export const formatReferrer = ({ referrer, referrer_id }: Pick<Referral, 'referrer' | 'referrer_id'>): string =>
  formatUser(referrer?.username, referrer_id)

export const formatReferred = ({ purchase }: Pick<Referral, 'purchase'>): string => purchase?.customer_email || 'N/A'

/** The reason that a dialog shows: the message of the error, or our sentence if the host sent none. */
export const reasonOr =
  (sentence: string) =>
  (error: ApiError): string =>
    error.code === unexpectedAnswer || error.message === '' ? sentence : error.message
