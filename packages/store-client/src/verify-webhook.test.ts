import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookError } from './index.ts'

const [old, current] = ['whsec_b2xkIHNlY3JldCBvZiAzMiBieXRlcyBpbiBhbGwu', 'whsec_bmV3IHNlY3JldCBvZiAzMiBieXRlcyBpbiBhbGwu']
const body = '{"type":"order.completed","timestamp":"2030-01-01T00:00:00.000Z","data":{"order_id":5,"note":"ä"}}'

/** The headers that the public library makes. */
function headersOf(secrets: readonly string[], at = new Date()) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('msg_1', at, body)).join(' '),
  }
}

test('a message of ours is accepted, as text and as bytes, with the headers of Node.js and of Fetch, and with either secret', () => {
  expect(verifyWebhook(body, headersOf([current]), current)).toEqual(JSON.parse(body))
  expect(verifyWebhook(Buffer.from(body), new Headers(headersOf([current])), current).data).toEqual({ order_id: 5, note: 'ä' })
  expect(verifyWebhook(body, headersOf([current, old]), old).type).toBe('order.completed')
  expect(verifyWebhook(body, headersOf([old]), [current, old]).type).toBe('order.completed')
})

test.each([
  ['another body', body.replace('5', '6'), headersOf([current]), current],
  ['another secret', body, headersOf([old]), current],
  ['another id', body, { ...headersOf([current]), 'webhook-id': 'msg_2' }, current],
  ['no signature', body, { ...headersOf([current]), 'webhook-signature': '' }, current],
  ['no headers', body, {}, current],
  ['no moment', body, { ...headersOf([current]), 'webhook-timestamp': 'now' }, current],
  ['an old message', body, headersOf([current], new Date(Date.now() - 310_000)), current],
  ['a message from the future', body, headersOf([current], new Date(Date.now() + 310_000)), current],
])('%s is refused', (_, text, headers, secret) => {
  expect(() => verifyWebhook(text, headers, secret)).toThrow(WebhookError)
})

test('without a secret nothing is accepted', () => {
  expect(() => verifyWebhook(body, headersOf([current]), '')).toThrow(/secret of the webhook is missing/)
})
