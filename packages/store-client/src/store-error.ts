/** Codes that a storefront gets. A newer server may have more. */
export type RefusalCode =
  | 'invalid_input'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'out_of_stock'
  | 'sales_paused'
  | 'too_many_pending'
  | 'price_changed'
  | 'payment_mismatch'
  | 'payment_reference_used'
  | 'coupon_not_found'
  | 'coupon_inactive'
  | 'coupon_not_started'
  | 'coupon_expired'
  | 'coupon_not_applicable'
  | 'coupon_used_up'
  | 'coupon_used_up_by_customer'
  | 'referral_code_unknown'
  | 'own_referral_code'
  | 'referrals_disabled'
  | 'insufficient_balance'
  | 'over_max_per_order'
  | 'not_refundable'
  | 'invalid_transition'
  | 'idempotency_key_reused'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media'
  | 'too_many_requests'
  | 'internal'
  | 'unavailable'
  /** The server could not be reached, or did not answer, in any attempt. */
  | 'unreachable'
  // Any other, with the editor's suggestions for these.
  | (string & {})

/** A refusal of the server, or no answer at all. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** The status of HTTP; 0 without an answer. */
  readonly status: number
  /** For a program. */
  readonly code: RefusalCode
  /** What is wrong with which field. */
  readonly fields: Readonly<Record<string, string>>
  /** With `price_changed`: the quote as it is now. */
  readonly data: unknown

  constructor(status: number, code: RefusalCode, message: string, { fields = {}, data, cause }: StoreErrorDetails = {}) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.fields = fields
    this.data = data
  }
}

interface StoreErrorDetails {
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly data?: unknown
  readonly cause?: unknown
}
