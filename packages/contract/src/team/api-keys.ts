import * as z from 'zod/mini'
import { apiKeyScopes, endpoint, wrapped } from '../endpoint.ts'
import { listUpTo, oneOf, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { amount, count, listOf, moment, orElse, rowsOf, text } from '../tolerant.ts'

/** The keys of storefronts (docs/reference/sessions.md, API keys). Only owners make these calls. */

const fields = {
  id: count,
  name: text,
  /** The beginning of the key, to distinguish keys. */
  hint: text,
  scopes: listOf(z.enum(apiKeyScopes)),
  created_at: moment,
  /** Null if it does not expire. */
  expires_at: moment,
  /** Accurate to the minute; null if it was never used. */
  last_used_at: moment,
  /** The network of that use: an IPv4 address or an IPv6 /64; empty if it is not known. */
  last_used_from: text,
  revoked_at: moment,
  /** After a rotation: until when the previous secret works too. Null once it does not. */
  previous_ends_at: moment,
  /** How many orders it created, and how many of them are pending. */
  orders: count,
  pending_orders: count,
  /** What was paid for its completed orders, less what was refunded. */
  revenue: amount,
  /** The id of the member who created the secret and so has seen it. Null if it was created on the command line. */
  created_by: orElse(z.nullable(z.int()), null),
  /** Who created the secret before the last rotation, while that works. */
  previous_created_by: orElse(z.nullable(z.int()), null),
}
export const apiKey = z.object(fields)
export type ApiKey = z.infer<typeof apiKey>

type Working = Pick<ApiKey, 'expires_at' | 'revoked_at' | 'created_by' | 'previous_created_by'>

/** Whether a member has seen a secret of the key that still works, because they made it. */
export const hasWorkingSecret = (
  { expires_at, revoked_at, created_by, previous_created_by }: Working,
  memberId: number,
  now: Date,
): boolean =>
  revoked_at === null &&
  (expires_at === null || Date.parse(expires_at) > now.getTime()) &&
  (created_by === memberId || previous_created_by === memberId)

/** Only this answer has the whole key: the server stores its hash. */
export const newApiKey = z.object({ ...fields, key: text })
export type NewApiKey = z.infer<typeof newApiKey>

export const apiKeyInput = z.object({
  name: requiredText('Name', 100),
  scopes: listUpTo('Scopes', oneOf('Scope', apiKeyScopes), apiKeyScopes.length).check(z.minLength(1, 'Choose what the key may do')),
  /** A day, which means its start in UTC, or an ISO 8601 time with Z or its offset. If it is left out, the key does not expire. */
  expires_at: z.optional(requiredText('Expiry', 40)),
})
export type ApiKeyInput = z.infer<typeof apiKeyInput>

/** Only this answer has the new secret. */
export const rotatedApiKey = z.object({
  key: text,
  /** When the previous secret stops working. */
  old_ends_at: moment,
})
export type RotatedApiKey = z.infer<typeof rotatedApiKey>

const overlapRule = `Overlap must be a whole number of hours from 0 to ${limits.apiKeyOverlapHours}`
export const rotateApiKeyInput = z.object({
  /** How long the previous secret still works. */
  overlap_hours: z.int(overlapRule).check(z.minimum(0, overlapRule), z.maximum(limits.apiKeyOverlapHours, overlapRule)),
  /** The hint of the secret to replace, so that a repeat after a lost answer does not end the secret that the storefront uses. */
  hint: z.optional(z.string('Hint must be text')),
  /** As for a new key; null for no expiry. If it is left out, the expiry stays. */
  expires_at: z.optional(z.nullable(requiredText('Expiry', 40))),
})
export type RotateApiKeyInput = z.infer<typeof rotateApiKeyInput>

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/admin/api-keys',
    access: 'api_keys:manage',
    summary: 'All API keys, revoked ones included, newest first',
    beyondSpec: true,
    response: wrapped(rowsOf(apiKey)),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/api-keys',
    access: 'api_keys:manage',
    summary: 'Make an API key for a storefront: only this answer has the whole key',
    beyondSpec: true,
    body: apiKeyInput,
    status: 201,
    response: wrapped(newApiKey),
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/admin/api-keys/:id/rotate',
    access: 'api_keys:manage',
    summary: 'Give an API key a new secret, which only this answer has; its orders stay within reach',
    beyondSpec: true,
    body: rotateApiKeyInput,
    response: wrapped(rotatedApiKey),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/admin/api-keys/:id',
    access: 'api_keys:manage',
    summary: 'Revoke an API key, at once',
    beyondSpec: true,
    response: wrapped(z.null()),
  }),
}
