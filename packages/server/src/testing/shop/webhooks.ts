import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookEvents, type NewWebhook, type Webhook, type WebhookDelivery, type WebhookInput } from '@keydesk/contract'
import { expect, vi } from 'vitest'
import { Webhook as Verifier } from 'standardwebhooks'
import { uncertainMs } from '../../modules/webhooks/webhooks.service.ts'
import { createTestApp, type TestApp, type TestOptions } from '../../testing.ts'
import { dataOf } from './catalogue.ts'

export interface Received {
  readonly id: string
  /** Seconds. */
  readonly at: number
  readonly headers: Record<string, string>
  readonly body: string
  readonly type: string
  readonly data: Record<string, unknown>
}

/** The receiver's answer: a status, or a function that writes the response. */
type Reply = number | ((response: ServerResponse, request: IncomingMessage) => void)

/** A receiver on this machine. It records the messages that it accepted (2xx) and all that it received. */
export async function startReceiver(reply: (message: Received) => Reply = () => 204) {
  const accepted: Received[] = []
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>
      const message = { id: headers['webhook-id']!, at: Number(headers['webhook-timestamp']), headers, body, type, data }
      received.push(message)
      const answer = reply(message)
      if (typeof answer === 'function') return answer(response, request)
      if (answer < 300) accepted.push(message)
      response.writeHead(answer).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    accepted,
    received,
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  }
}

/** A server that sends webhooks, also to receivers on this machine. */
export const createSendingApp = (options: TestOptions = {}): Promise<TestApp> =>
  createTestApp({ ...options, webhooks: { allowPrivate: true, ...options.webhooks } })

export async function makeWebhook(app: TestApp, url: string, input: Partial<WebhookInput> = {}): Promise<NewWebhook> {
  const answer = await app.call('POST', '/admin/webhooks', { url, events: webhookEvents, active: true, ...input })
  expect(answer).toMatchObject({ status: 201 })
  return (answer.body as { data: NewWebhook }).data
}

export const listWebhooks = async (app: TestApp): Promise<Webhook[]> => dataOf(await app.call('GET', '/admin/webhooks')) as Webhook[]

export const listDeliveries = async (app: TestApp, id: number, query = ''): Promise<WebhookDelivery[]> =>
  dataOf(await app.call('GET', `/admin/webhooks/${id}/deliveries?${query}`)) as WebhookDelivery[]

export const later = (app: TestApp, seconds: number): void => {
  app.clock.at = new Date(app.clock.at.getTime() + seconds * 1000)
}

/** Verifies a message with the public library of Standard Webhooks, at the time it was sent. Throws if it is invalid. */
export function verify(message: Received, secret: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: message.at * 1000 })
  try {
    new Verifier(secret).verify(message.body, message.headers)
  } finally {
    vi.useRealTimers()
  }
}

/**
 * Waits until no delivery is pending. If none is under way, it moves the clock forward to the next attempts: to 100 of them at once, since
 * one after the other would take a round of the sender each.
 */
export async function drain(app: TestApp, limit: number): Promise<void> {
  const end = performance.now() + limit
  const pending = app.deps.db.selectFrom('outbox').where('channel', '=', 'webhook').where('status', '=', 'pending')
  for (;;) {
    const waiting = await pending.select(['send_after', 'last_attempt_at']).orderBy('send_after').limit(100).execute()
    const last = waiting.at(-1)
    if (last === undefined) return
    if (performance.now() > end) throw new Error(`Something still waits, next until ${waiting[0]!.send_after}`)
    const isUnderWay = waiting.some(
      (row) => row.last_attempt_at !== null && Date.parse(row.send_after!) - Date.parse(row.last_attempt_at) === uncertainMs,
    )
    // Deliveries to a failing receiver are paused for a while, even if they are due.
    if (!isUnderWay) later(app, Math.max(1, (Date.parse(last.send_after!) - app.clock.at.getTime()) / 1000))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
