import { createHmac, randomBytes } from 'node:crypto'

/** Messages are signed according to the Standard Webhooks specification (docs/reference/webhooks.md, Signature). */

const prefix = 'whsec_'

export const makeSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

interface Message {
  readonly id: string
  readonly body: string
  readonly at: Date
}

/** The headers of one attempt; every secret adds a signature. */
export function signedHeaders({ id, body, at }: Message, secrets: readonly string[]): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
