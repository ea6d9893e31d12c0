import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { errorBody } from '@keydesk/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestApp, type TestApp } from '../testing.ts'
import { makeProduct } from '../testing/shop/catalogue.ts'

/** Bytes on a socket that no HTTP client would send. */

async function listen(app: TestApp): Promise<number> {
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  return (app.app.server.address() as AddressInfo).port
}

const connectionsOf = ({ app }: TestApp): Promise<number> =>
  new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))

const open = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Everything received until the server ends the connection. */
async function sendAll(port: number, bytes: string | Buffer): Promise<string> {
  const socket = await open(port)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.end(bytes)
  await closed
  return answer
}

/** Splits the answers of one connection. */
const answersIn = (text: string): { status: number; body: unknown }[] =>
  text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part !== '')
    .map((part) => ({ status: Number(part.slice(9, 12)), body: JSON.parse(/\{.*\}/s.exec(part)?.[0] ?? 'null') }))

const host = 'host: keydesk.test\r\n'
const json = 'content-type: application/json\r\n'
const tricks: Record<string, string | Buffer> = {
  'no HTTP at all': 'hello\r\n\r\n',
  'bytes of another protocol': Buffer.from('16030100a5010000a1030352', 'hex'),
  'HTTP/2 without being asked': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no version': 'GET /health\r\n\r\n',
  'a version that does not exist': `GET /health HTTP/9.9\r\n${host}\r\n`,
  'an unknown method': `BREW /admin/products HTTP/1.1\r\n${host}\r\n`,
  'a tunnel': 'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n',
  'no host': 'GET /health HTTP/1.1\r\n\r\n',
  'a header without a colon': `GET /health HTTP/1.1\r\n${host}nonsense\r\n\r\n`,
  'a space before the colon': `GET /health HTTP/1.1\r\nhost : keydesk.test\r\n\r\n`,
  'a folded header': `GET /health HTTP/1.1\r\n${host}x-a: b\r\n c\r\n\r\n`,
  'a NUL in a header': `GET /health HTTP/1.1\r\n${host}x-a: b\0c\r\n\r\n`,
  'a bare line feed': `GET /health HTTP/1.1\nhost: keydesk.test\n\n`,
  'a space in the address': `GET /he alth HTTP/1.1\r\n${host}\r\n`,
  'an address of another server': `GET http://evil.example/admin/products HTTP/1.1\r\n${host}\r\n`,
  'raw bytes in the address': Buffer.concat([Buffer.from('GET /\xff\xfe HTTP/1.1\r\n', 'latin1'), Buffer.from(`${host}\r\n`)]),
  'huge headers': `GET /health HTTP/1.1\r\n${host}x-a: ${'b'.repeat(100_000)}\r\n\r\n`,
  'thousands of headers': `GET /health HTTP/1.1\r\n${host}${'x-a: b\r\n'.repeat(20_000)}\r\n`,
  'two lengths': `POST /auth/password-login HTTP/1.1\r\n${host}${json}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  'a length and chunks': `POST /auth/password-login HTTP/1.1\r\n${host}${json}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'chunks that are not the last coding': `POST /auth/password-login HTTP/1.1\r\n${host}${json}transfer-encoding: chunked, identity\r\n\r\n{}`,
  'a negative length': `POST /auth/password-login HTTP/1.1\r\n${host}${json}content-length: -1\r\n\r\n{}`,
  'a length that is too long to be one': `POST /auth/password-login HTTP/1.1\r\n${host}${json}content-length: 99999999999999999999\r\n\r\n{}`,
  'a length beyond the body, and the end': `POST /auth/password-login HTTP/1.1\r\n${host}${json}content-length: 50\r\n\r\n{}`,
  'a length before the end of the body': `POST /auth/password-login HTTP/1.1\r\n${host}${json}content-length: 1\r\n\r\n{}`,
  'a chunk of a strange size': `POST /auth/password-login HTTP/1.1\r\n${host}${json}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  'a chunk of a huge size': `POST /auth/password-login HTTP/1.1\r\n${host}${json}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n`,
  'a request inside another': `POST /health HTTP/1.1\r\n${host}content-length: 4\r\n\r\nabcdGET /admin/products HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
  'an upgrade': `GET /health HTTP/1.1\r\n${host}connection: upgrade, close\r\nupgrade: websocket\r\nsec-websocket-key: eA==\r\n\r\n`,
}

test('whatever comes over the socket, every answer is a refusal of ours or none, and the server lives', async () => {
  const app = await createTestApp()
  const port = await listen(app)
  for (const [what, bytes] of Object.entries(tricks)) {
    for (const { status, body } of answersIn(await sendAll(port, bytes))) {
      expect(status, what).toBeLessThan(500)
      // Only the one public call can succeed.
      const shape = status < 400 ? z.looseObject({ status: z.literal('ok') }) : z.strictObject(errorBody.shape)
      expect(shape.safeParse(body).error, what).toBeUndefined()
    }
    expect((await app.app.inject({ url: '/health' })).statusCode, what).toBe(200)
  }
  const refusal = await sendAll(port, tricks['huge headers']!)
  expect(refusal).toMatch(/^HTTP\/1\.1 431 .*"The headers of the request are too large","code":"invalid_input"/s)
})

test('half-open requests, idle connections and large bodies leave other requests answered', { timeout: 120_000 }, async () => {
  const app = await createTestApp({ patience: { idleMs: 600_000 } })
  const port = await listen(app)
  const { id } = await makeProduct(app)
  const idle = await Promise.all(Array.from({ length: 400 }, () => open(port)))
  const halves = await Promise.all(Array.from({ length: 200 }, () => open(port)))
  halves.forEach((socket, index) =>
    socket.write(
      index % 2 ? 'GET /health HTTP/1.1\r\nx-a:' : `POST /auth/password-login HTTP/1.1\r\n${host}${json}content-length: 900\r\n\r\n{"`,
    ),
  )

  const bytes = 10 * 1024 * 1024 - 1_000
  const [head, image, tail] = uploadParts(app.token, id, bytes)
  const uploads = await Promise.all(Array.from({ length: 15 }, () => open(port)))
  const answers = uploads.map(async (socket) => String((await once(socket, 'data'))[0]).slice(0, 12))
  for (const socket of uploads) socket.write(Buffer.concat([head, image.subarray(0, bytes / 2)]))

  const url = `http://127.0.0.1:${port}`
  const others = async () => {
    for (const path of ['/health', '/ready', '/admin/products', '/admin/coupons', `/products/id/${id}`]) {
      expect((await fetch(url + path, { headers: { authorization: app.token } })).status).toBe(200)
    }
    const saved = await app.call('PUT', `/admin/products/${id}`, { description: `at ${Math.random()}` })
    expect(saved.status).toBe(200)
  }
  await others()
  for (const socket of uploads) socket.write(Buffer.concat([image.subarray(bytes / 2), tail]))
  await others()
  // Ten megabytes that only start like an image.
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 400']))
  await others()
  expect(idle.every((socket) => !socket.destroyed)).toBe(true)
  for (const socket of [...idle, ...halves, ...uploads]) socket.destroy()
})

test('a client that hangs up is no fault of ours', async () => {
  const app = await createTestApp()
  const port = await listen(app)
  const { id } = await makeProduct(app)
  const [head, image] = uploadParts(app.token, id, 500_000)
  const authorization = `authorization: ${app.token}\r\n`
  const cut: (string | Buffer)[] = [
    `POST /auth/password-login HTTP/1.1\r\n${host}${json}content-length: 900\r\n\r\n{"`,
    `POST /admin/games HTTP/1.1\r\n${host}${authorization}${json}transfer-encoding: chunked\r\n\r\n5\r\n{"nam`,
    Buffer.concat([head, image.subarray(0, 1_000)]),
    `GET /admin/purchases/orders/export.csv HTTP/1.1\r\n${host}${authorization}\r\n`,
    `GET /admin/products HTTP/1.1\r\n${host}${authorization}\r\n`,
  ]
  for (const bytes of cut) {
    const socket = await open(port)
    const arrived = once(app.app.server, 'request')
    socket.write(bytes)
    await arrived
    socket.resetAndDestroy()
  }
  await expect.poll(() => connectionsOf(app)).toBe(0)
  expect((await app.app.inject({ url: '/ready' })).statusCode).toBe(200)
  const lines = app.logged.map((line) => JSON.parse(line) as { level: number; status?: number })
  expect(lines.filter(({ level, status = 0 }) => level > 30 || status >= 500)).toEqual([])
})

test('a reader who stops reading is cut off', async () => {
  const app = await createTestApp({ patience: { idleMs: 500 } })
  const port = await listen(app)
  const [script = ''] = /[^"]+bundle\.js/.exec((await app.app.inject('/docs')).body) ?? []
  const sockets = await Promise.all(Array.from({ length: 10 }, () => open(port)))
  for (const socket of sockets) {
    socket.pause()
    // More answers than the system buffers for a connection.
    socket.write(`GET ${script} HTTP/1.1\r\n${host}\r\n`.repeat(20))
  }
  await expect.poll(() => connectionsOf(app)).toBe(0)
})

test('invalid Authorization headers are not kept in memory', { timeout: 120_000 }, async () => {
  const app = await createTestApp()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const send = async (count: number) => {
    const statuses = new Set<number>()
    for (let i = 0; i < count; i += 1) {
      const authorization = `Bearer ${String(i).padEnd(13_000, 'rubbish.')}`
      statuses.add((await app.app.inject({ url: '/admin/products', headers: { authorization } })).statusCode)
    }
    expect([...statuses]).toEqual([401])
    app.logged.length = 0
  }
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  await send(100)
  const before = heap()
  await send(1_000)
  await expect.poll(() => heap() - before).toBeLessThan(5_000_000)
})

test('a request that does not come to its end is ended by the server with an answer that says so', async () => {
  const app = await createTestApp({ patience: { headersMs: 300, requestMs: 600 } })
  const port = await listen(app)
  const starts = ['GET /health HTTP/1.1\r\nx-a: ', `POST /auth/password-login HTTP/1.1\r\n${host}${json}content-length: 900\r\n\r\n{`]
  const dripping = starts.map(async (start) => {
    const socket = await open(port)
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += String(chunk)))
    socket.write(start)
    // A client that sends one byte at a time, for ever.
    while (!socket.closed) {
      if (socket.writable) socket.write('a')
      await wait(50)
    }
    return answer
  })
  for (const answer of await Promise.all(dripping)) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({ message: 'The request took too long to arrive', code: 'invalid_input' })
  }
})

function uploadParts(token: string, productId: number, bytes: number): [Buffer, Buffer, Buffer] {
  const boundary = 'boundary'
  const field = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  const end = `\r\n--${boundary}--\r\n`
  const image = Buffer.alloc(bytes)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(image)
  const length = field.length + bytes + end.length
  const headers = [`authorization: ${token}`, `content-type: multipart/form-data; boundary=${boundary}`, `content-length: ${length}`]
  const start = `POST /admin/products/${productId}/images HTTP/1.1\r\n${host}${headers.join('\r\n')}\r\n\r\n${field}`
  return [Buffer.from(start), image, Buffer.from(end)]
}
