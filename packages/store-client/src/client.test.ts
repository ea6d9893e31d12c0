import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTestApp } from '@keydesk/server/testing'
import { createApiKey, system } from '@keydesk/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createStoreClient, StoreError } from './index.ts'
import { pauseMs } from './request.ts'

async function openShop() {
  const app = await createTestApp()
  const { key } = await createApiKey(app.deps, system, 'storefront')
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const variants = [{ name: '30 Days', price: 10, keys: ['KEY-1', 'KEY-2', 'KEY-3'] }]
  await app.call('POST', '/admin/products', { name: 'Northlight', description: '', variants })
  return { app, url, apiKey: key }
}

const cart = { customer_email: 'ann@example.com', items: [{ variant_id: 1, quantity: 1 }] }

/** A proxy between the client and the server; `meddle` may answer or cut the connection itself, and then returns true. */
async function startProxy(
  url: string,
  meddle: (nth: number, response: ServerResponse, forward: () => Promise<Response>) => Promise<boolean>,
) {
  const keys: (string | undefined)[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse, body: string) => {
    const headers = request.headers as Record<string, string>
    keys.push(headers['idempotency-key'])
    const { authorization, 'content-type': type = 'application/json', 'idempotency-key': key = '' } = headers
    const sent = {
      authorization: authorization!,
      ...(body !== '' && { 'content-type': type }),
      ...(key !== '' && { 'idempotency-key': key }),
    }
    const forward = () => fetch(url + request.url, { method: request.method, headers: sent, body: body === '' ? undefined : body })
    if (await meddle(keys.length, response, forward)) return
    const answer = await forward()
    response.writeHead(answer.status).end(await answer.text())
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => void serve(request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys }
}

test('every call of the store API, with what it answers', async () => {
  const { url, apiKey } = await openShop()
  const keydesk = createStoreClient({ url: `${url}/`, apiKey })
  expect(await keydesk.products()).toMatchObject([{ name: 'Northlight', variants: [{ id: 1, price: 10, stock: 3 }] }])
  expect(await keydesk.quote({ items: cart.items })).toMatchObject({ total: 10 })
  const first = await keydesk.purchase({ ...cart, expected_total: 10 })
  expect(await keydesk.cancel(first.id)).toMatchObject({ status: 'cancelled' })
  const two = { ...cart, items: [{ variant_id: 1, quantity: 2 }] }
  const second = await keydesk.purchase(two, { idempotencyKey: 'attempt-2' })
  expect(await keydesk.purchase(two, { idempotencyKey: 'attempt-2' })).toMatchObject({ id: second.id })
  expect((await keydesk.complete(second.id, { payment_reference: 'ch_1' })).items[0]?.keys).toEqual(['KEY-1', 'KEY-2'])
  expect(await keydesk.order(second.id)).toMatchObject({ status: 'completed', payment_reference: 'ch_1' })
  const partly = await keydesk.refund(second.id, { items: [{ id: second.items[0]!.id, quantity: 1 }], reason: 'Bought twice' })
  expect(partly).toMatchObject({ status: 'completed', refunded_total: 10, refunds: [{ reason: 'Bought twice' }] })
  const amounts: readonly number[] = partly.refunds.flatMap(({ total, items }) => [total, ...items.map((item) => item.total)])
  expect(amounts).toEqual([10, 10])
  expect(await keydesk.refund(second.id)).toMatchObject({ status: 'refunded', refunded_total: 20 })
  const user = await keydesk.createUser({ username: 'ada', email: 'ada@example.com' })
  expect(user).toMatchObject({ username: 'ada', balance: 0 })
  const namesake = keydesk.createUser({ username: 'Ada', email: 'eve@example.com' })
  await expect(namesake).rejects.toMatchObject({ status: 409, code: 'conflict', message: 'This username is already in use' })
  const payout = keydesk.requestPayout(user.id, { amount: 5, wallet_type: 'BTC', wallet_address: 'bc1' })
  await expect(payout).rejects.toMatchObject({ status: 409, code: 'insufficient_balance', message: 'Only $0.00 is available' })
})

test('a refusal has a status, a code, its fields, and the new quote', async () => {
  const { url, apiKey } = await openShop()
  const keydesk = createStoreClient({ url, apiKey })
  const refused = await keydesk.purchase({ ...cart, expected_total: 9 }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StoreError)
  expect(refused).toMatchObject({ status: 409, code: 'price_changed', data: { total: 10 } })
  await expect(keydesk.quote({ items: [] })).rejects.toMatchObject({ code: 'invalid_input', fields: { items: 'The cart is empty' } })
  const stranger = createStoreClient({ url, apiKey: 'kd_wrong' })
  await expect(stranger.products()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('an address without http, and a name that no header can hold, are refused before anything is sent', async () => {
  for (const url of ['127.0.0.1:4738', 'localhost:4738', 'desk.example.com', 'ftp://desk.example.com'])
    expect(() => createStoreClient({ url, apiKey: 'kd_1' }), url).toThrow(
      `url must be an address such as https://desk.example.com, not ${url}`,
    )
  const sent = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('Nothing may be sent'))
  const keydesk = createStoreClient({ url: 'http://127.0.0.1:4738', apiKey: 'kd_1' })
  for (const idempotencyKey of ['заказ-1', 'ordre-é', 'order 1', '', 'x'.repeat(256)]) {
    const message = 'idempotencyKey must be 1 to 255 visible ASCII characters without blanks'
    await expect(keydesk.purchase(cart, { idempotencyKey })).rejects.toMatchObject({ status: 400, code: 'invalid_input', message })
  }
  expect(sent).not.toHaveBeenCalled()
})

test('a busy server and lost answers are tried again under the same key, and nothing is bought twice', async () => {
  const { url, apiKey } = await openShop()
  const proxy = await startProxy(url, async (nth, response, forward) => {
    if (nth === 1) response.writeHead(503, { 'retry-after': '0' }).end('{"code":"unavailable"}')
    // The order is made, and the answer is lost.
    if (nth === 2) {
      await forward()
      response.destroy()
    }
    if (nth === 3) response.writeHead(429, { 'retry-after': '0' }).end('{}')
    // What a proxy answers for a server that stops, and for one that is slow.
    if (nth === 4) response.writeHead(502, { 'retry-after': '0' }).end('<html>Bad Gateway</html>')
    if (nth === 5) response.writeHead(504, { 'retry-after': '0' }).end('<html>Gateway Time-out</html>')
    return nth <= 5
  })
  const order = await createStoreClient({ url: proxy.url, apiKey, attempts: 6 }).purchase(cart)
  expect(order).toMatchObject({ id: 1, status: 'pending' })
  expect(proxy.keys).toHaveLength(6)
  expect(new Set(proxy.keys).size).toBe(1)
  expect((await createStoreClient({ url, apiKey }).products())[0]?.variants[0]?.stock).toBe(2)
})

test('a call waits for as long as the server asks, and calls that were refused together do not come back together', () => {
  const soon = new Date(Date.now() + 20_000).toUTCString()
  for (const [asked, least, most] of [
    ['0', 0, 0],
    ['1', 1_000, 1_500],
    ['40', 40_000, 60_000],
    ['86400', 60_000, 90_000],
    [soon, 15_000, 30_000],
    [null, 400, 500],
    ['nonsense', 400, 500],
  ] as const) {
    const pauses = Array.from({ length: 50 }, () => pauseMs(1, asked))
    expect(Math.min(...pauses), String(asked)).toBeGreaterThanOrEqual(least)
    expect(Math.max(...pauses), String(asked)).toBeLessThanOrEqual(most)
    expect(new Set(pauses).size, String(asked)).toBeGreaterThanOrEqual(most === 0 ? 1 : 25)
  }
})

test('in the end a call gives up, with what was answered last', async () => {
  const { url, apiKey } = await openShop()
  const busy = await startProxy(url, async (_, response) => {
    response.writeHead(503, { 'retry-after': '0' }).end('{"code":"unavailable","message":"Busy"}')
    return true
  })
  const client = createStoreClient({ url: busy.url, apiKey, attempts: 3 })
  await expect(client.products()).rejects.toMatchObject({ status: 503, code: 'unavailable', message: 'Busy' })
  expect(busy.keys).toHaveLength(3)
  const away = createStoreClient({ url: 'http://127.0.0.1:1', apiKey, attempts: 1 })
  await expect(away.products()).rejects.toMatchObject({ status: 0, code: 'unreachable' })
})

test('the type of the codes has every refusal of the store API', async () => {
  const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8')
  const [page, errors, source] = await Promise.all([
    read('../../../docs/store-api.md'),
    read('../../../docs/reference/errors.md'),
    read('store-error.ts'),
  ])
  const codesOf = (text: string) => {
    const table = text.split('\n').filter((line) => /^\| \d/.test(line))
    return table.flatMap((line) => [...line.split('|')[2]!.matchAll(/`(\w+)`/g)].map(([, code]) => code!))
  }
  const codes = codesOf(page.slice(page.indexOf('## Every refusal')))
  expect(codes.length).toBeGreaterThan(25)
  // A refusal without a code of its own has its kind as code. The store API has none of these two.
  const kinds = codesOf(errors.slice(errors.indexOf('## Kinds'), errors.indexOf('## Codes')))
  expect(kinds.filter((kind) => !codes.includes(kind))).toEqual(['gone', 'rule_violated'])
  expect(codes.filter((code) => !source.includes(`| '${code}'`))).toEqual([])
})
