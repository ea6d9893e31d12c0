import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { checkAgainstDocument } from './openapi-check.ts'

const games = [{ id: 1, name: 'Rust' }]
/** The answer to the next call. */
let next: { status: number; body: unknown; headers?: Record<string, string> } = { status: 200, body: { data: games } }

const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
for (const url of ['/games-list', '/admin/games', '/admin/purchases/daily', '/admin/purchases/orders/export.csv', '/somewhere/else']) {
  app.all(url, async (_, reply) =>
    reply
      .code(next.status)
      .headers({ 'cache-control': 'no-store', ...next.headers })
      .send(next.body),
  )
}
checkAgainstDocument(app)
afterAll(() => app.close())

const list = (status: number, body: unknown, headers?: Record<string, string>) => {
  next = { status, body, headers }
  return app.inject('/games-list')
}
const add = (payload: object | undefined, status = 200) => {
  next = { status, body: status === 200 ? { data: games[0] } : { message: 'No', code: 'no' } }
  return app.inject({ method: 'POST', url: '/admin/games/', payload })
}

test('what fits the document passes, and so does what it does not speak of', async () => {
  expect((await list(200, { data: games })).statusCode).toBe(200)
  expect((await list(503, { message: 'Later', code: 'unavailable' }, { 'retry-after': '2' })).statusCode).toBe(503)
  expect((await add({ name: '  Rust  ', whatever: 1 })).statusCode).toBe(200)
  next = { status: 200, body: 'id\n1\n', headers: { 'content-type': 'text/csv; charset=utf-8' } }
  expect((await app.inject('/admin/purchases/orders/export.csv?status=pending&limit=5')).statusCode).toBe(200)
  next = { status: 418, body: 'tea' }
  expect((await app.inject('/somewhere/else')).statusCode).toBe(418)
})

test('an answer that is not in the document fails the test', async () => {
  await expect(list(200, { data: [{ id: 0, name: 'Rust' }] })).rejects.toThrow('must be > 0')
  await expect(list(200, { data: [{ id: 1 }] })).rejects.toThrow("must have required property 'name'")
  await expect(list(200, { data: [{ id: 1, name: 'Rust', secret: 'x' }] })).rejects.toThrow('must NOT have additional properties')
  await expect(list(201, { data: games })).rejects.toThrow('answered 201, which is not in it')
  await expect(list(503, { message: 'Later', code: 'unavailable' })).rejects.toThrow('Retry-After is missing')
  await expect(list(200, 'Rust', { 'content-type': 'text/plain' })).rejects.toThrow('its type is text/plain')
})

test('a request that the server took and the document refuses fails the test', async () => {
  await expect(add({ name: '' })).rejects.toThrow('the server took a POST /admin/games that is not valid')
  await expect(add({ name: 5 }, 409)).rejects.toThrow('must be string')
  await expect(add(undefined)).rejects.toThrow('the body is missing')
  expect((await add({ name: 5 }, 400)).statusCode).toBe(400)
  next = { status: 200, body: { data: [] } }
  expect((await app.inject('/admin/purchases/daily?days=7')).statusCode).toBe(200)
  await expect(app.inject('/admin/purchases/daily?days=many')).rejects.toThrow('query: /days must be integer')
})
