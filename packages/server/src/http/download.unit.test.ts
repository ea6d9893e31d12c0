import { ordersExport } from '@keydesk/contract'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { invalid, unauthenticated } from '../errors.ts'
import { FailureLog } from '../failure-log.ts'
import { compression } from './compression.ts'
import { createServe, type ServedCall } from './download.ts'
import { onError } from './on-error.ts'

let ended = Promise.withResolvers<void>()
async function* numbers(until: number) {
  try {
    for (let number = 0; number < until; number += 1) yield `${number}\n`
  } finally {
    ended.resolve()
  }
}

// Closing must not wait for an aborted download.
const app = Fastify({ logger: false, forceCloseConnections: true })
app.setErrorHandler(onError(new FailureLog(pino({ level: 'silent' }))))
await compression(app)
let isSessionOver = false
const serve = createServe<ServedCall>(app, async (_access, request) => {
  if (request.headers.authorization === undefined || isSessionOver) throw unauthenticated()
  return null
})
const query = z.object({ until: z._default(z.coerce.number('until must be a number'), Number.POSITIVE_INFINITY) })
const call = { ...ordersExport, query }
serve({ ...call, path: '/numbers' }, ({ until }) => ({
  type: 'text/plain',
  fileName: 'n.txt',
  pieces: numbers(until),
}))
serve({ ...call, path: '/refused' }, () => ({ type: 'text/plain', fileName: 'n.txt', pieces: refuse() }))
async function* refuse(): AsyncGenerator<string> {
  yield await Promise.reject(invalid('Not so'))
}

const headers = { authorization: 'somebody' }
let base = ''
beforeAll(async () => {
  base = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('a file is sent piece by piece, under its name', async () => {
  const answer = await app.inject({ url: '/numbers?until=3', headers })
  expect(answer.body).toBe('0\n1\n2\n')
  expect(answer.headers).toMatchObject({ 'content-disposition': 'attachment; filename="n.txt"' })
  expect((await app.inject({ url: '/numbers?until=0', headers })).body).toBe('')
})

test('who may not have it, and what cannot be made, is refused in the usual shape', async () => {
  expect((await app.inject({ url: '/numbers?until=x' })).statusCode).toBe(401)
  const unread = await app.inject({ url: '/numbers?until=x', headers })
  expect([unread.statusCode, unread.json()]).toMatchObject([400, { message: 'until must be a number' }])
  const refused = await app.inject({ url: '/refused', headers })
  expect([refused.statusCode, refused.json()]).toEqual([400, { message: 'Not so', code: 'invalid_input' }])
  expect(refused.headers['content-disposition']).toBeUndefined()
})

test('nothing more is made once the other side is gone', async () => {
  ended = Promise.withResolvers()
  const gone = new AbortController()
  const answer = await fetch(`${base}/numbers`, { headers, signal: gone.signal })
  const reader = answer.body!.getReader()
  await reader.read()
  gone.abort()
  await expect(reader.read()).rejects.toThrow(/abort/)
  // The chunks are endless: the test hangs if the server keeps generating them.
  await ended.promise
})

test('a file breaks off soon after the session of its person has ended', async () => {
  ended = Promise.withResolvers()
  onTestFinished(() => void (isSessionOver = false))
  const reader = (await fetch(`${base}/numbers`, { headers })).body!.getReader()
  await reader.read()
  isSessionOver = true
  const readAll = async () => {
    while (!(await reader.read()).done);
  }
  await expect(readAll()).rejects.toThrow('terminated')
  await ended.promise
})
