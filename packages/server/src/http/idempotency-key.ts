import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Repeat, Storefront } from '../caller.ts'
import { invalid } from '../errors.ts'

const keyRule = 'Idempotency-Key must be 1 to 255 visible characters without blanks'

/** The Idempotency-Key of a call with a hash of the call, or null without a key. Keys of different storefronts never clash. */
export function repeatOf({ apiKeyId }: Storefront, request: FastifyRequest): Repeat | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const key = String(header).trim()
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid(keyRule, { 'Idempotency-Key': keyRule })
  const call = JSON.stringify([request.method, request.url.replace(/\/$/, ''), request.body ?? {}], sorted)
  // 128 bits tell apart the few requests of one key.
  return { apiKeyId, key, requestHash: createHash('sha256').update(call).digest('base64url').slice(0, 22) }
}

/** For JSON.stringify: the fields of an object by name, because two requests with the same fields in another order are the same. */
const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
