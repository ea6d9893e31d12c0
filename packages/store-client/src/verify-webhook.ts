import { createHmac, timingSafeEqual } from 'node:crypto'

/** What Keydesk sends to a webhook. A newer server may have more types. */
export interface WebhookMessage {
  readonly type: string
  /** ISO 8601 in UTC. */
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/** As Node.js and Fetch have them. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>> | { get: (name: string) => string | null }

/** The message is not from Keydesk, or is too old. Answer 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

const toleranceSeconds = 300

/**
 * Checks that a message is from Keydesk, and returns it.
 * @param body the raw body, before parsing
 * @param secrets `whsec_…`: one, or both during a rotation
 * @throws WebhookError for a wrong signature, and for a message whose time differs from now by more than 5 minutes
 */
export function verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders, secrets: string | readonly string[]): WebhookMessage {
  const id = headerOf(headers, 'webhook-id')
  const seconds = headerOf(headers, 'webhook-timestamp')
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= toleranceSeconds))
    throw new WebhookError('The message is too old, or from the future')
  const text = typeof body === 'string' ? body : Buffer.from(body).toString()
  const sent = headerOf(headers, 'webhook-signature').split(' ')
  const expected = [secrets].flat().map((secret) => signatureOf(`${id}.${seconds}.${text}`, secret))
  if (!expected.some((one) => sent.some((other) => isSame(one, other)))) throw new WebhookError('The signature is wrong')
  return JSON.parse(text) as WebhookMessage
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, string | undefined>)[name]
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing`)
  return value
}

function signatureOf(signed: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0) throw new TypeError('The secret of the webhook is missing')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
