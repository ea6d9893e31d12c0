import * as z from 'zod/mini'

/** Every kind of refusal, with its HTTP status. */
export const errorStatus = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  rule_violated: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorKind = keyof typeof errorStatus

/** What every refusal looks like: a sentence for a person, a code for a program, a sentence per field. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** With `stale_version`: the state that is stored now. */
  current: z.optional(z.unknown()),
  /** With `price_changed`: what the cart costs now. With `payouts_refused`: which ones, and why. */
  data: z.optional(z.unknown()),
})

export type ErrorBody = z.infer<typeof errorBody>
