import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { limits } from '@keydesk/contract'
import fastifyMultipart from '@fastify/multipart'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FailureLog } from '../failure-log.ts'
import { onError } from './on-error.ts'
import { receiveUpload } from './upload.ts'

const received: number[] = []
const app = Fastify({ logger: false })
app.setErrorHandler(onError(new FailureLog(pino({ level: 'silent' }))))
await app.register(fastifyMultipart)
app.post('/upload', async (request) => {
  const { length } = (await receiveUpload(request, 'image')).bytes
  received.push(length)
  return { length }
})
let port = 0

beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

const multipart = { 'content-type': 'multipart/form-data; boundary=XX' }
const file = (name: string, content: string, filename = 'a.png') =>
  `--XX\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: image/png\r\n\r\n${content}\r\n`
const field = (name: string, value: string) => `--XX\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const end = '--XX--\r\n'

async function send(payload: string | Buffer, headers: Record<string, string> = multipart) {
  const answer = await app.inject({ method: 'POST', url: '/upload', headers, payload })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
}

test.each([
  ['a file alone', file('image', 'bytes') + end],
  ['fields before and after the file', field('note', 'hello') + file('image', 'bytes') + field('more', 'there') + end],
  ['a file without a name', file('image', 'bytes', '') + end],
])('%s is received', async (_, payload) => {
  expect(await send(payload)).toEqual({ status: 200, body: { length: 5 } })
})

test.each([
  ['nothing at all', '', 'Choose a file to upload'],
  ['no parts', end, 'Choose a file to upload'],
  ['only fields', field('image', 'bytes') + end, 'Choose a file to upload'],
  ['an empty file', file('image', '') + end, 'The file is empty'],
  ['the wrong field', file('picture', 'bytes') + end, 'The file belongs in the field image'],
  ['the wrong field beside the right one', file('image', 'bytes') + file('picture', 'bytes') + end, 'Send one file at a time'],
  ['two files', file('image', 'one') + file('image', 'two') + end, 'Send one file at a time'],
  ['a field named after the prototype', field('__proto__', 'x') + file('image', 'bytes') + end, 'The upload could not be read'],
  ['a file named after the prototype', file('__proto__', 'x') + end, 'The upload could not be read'],
  ['a field named constructor', field('constructor', 'x') + file('image', 'bytes') + end, 'The upload could not be read'],
  ['no last boundary', file('image', 'bytes'), 'The upload could not be read'],
  ['a file that stops', file('image', 'bytes').slice(0, -4), 'The upload could not be read'],
  ['headers that stop', '--XX\r\ncontent-disposition: form-da', 'The upload could not be read'],
  ['another boundary', file('image', 'bytes').replaceAll('XX', 'YY'), 'The upload could not be read'],
  ['bytes without any boundary', 'just bytes', 'The upload could not be read'],
  ['too many fields', field('a', 'b').repeat(30) + file('image', 'bytes') + end, 'The upload could not be read'],
])('%s is refused with a sentence', async (_, payload, message) => {
  const answer = await send(payload)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message: expect.stringContaining(message) } })
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})

test('a body without a boundary is refused with a sentence', async () => {
  expect(await send(file('image', 'bytes') + end, { 'content-type': 'multipart/form-data' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  })
})

test.each(['application/json', 'image/png', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=XX'])(
  '%s is no upload',
  async (type) => {
    expect(await send('{}', { 'content-type': type })).toMatchObject({ status: 415, body: { code: 'unsupported_media' } })
  },
)

test('the largest file is received and one byte more is too large', async () => {
  const largest = 'x'.repeat(limits.imageBytes)
  expect(await send(file('image', largest) + end)).toEqual({ status: 200, body: { length: limits.imageBytes } })
  expect(await send(file('image', `${largest}x`) + end)).toMatchObject({
    status: 413,
    body: { code: 'too_large', message: 'The file is larger than 10 MB' },
  })
})

describe('over a connection', () => {
  test('a file that is announced as too large is refused before it is sent', async () => {
    const client = await open('content-length: 1000000000')
    client.write(file('image', 'the first bytes of many'))
    expect(await client.answer(/HTTP\/1\.1 413/)).toContain('The file is larger than 10 MB')
    client.socket.destroy()
  })

  test('a file that grows too large is refused while it is still being sent, and the connection serves the next request', async () => {
    const client = await open('transfer-encoding: chunked')
    client.chunk(file('image', '').slice(0, -2))
    const megabyte = 'x'.repeat(1024 * 1024)
    for (let sent = 0; sent < 11; sent += 1) client.chunk(megabyte)
    expect(await client.answer(/HTTP\/1\.1 413/)).toContain('The file is larger than 10 MB')
    client.chunk(megabyte)
    client.chunk(`\r\n${end}`)
    client.write('0\r\n\r\n')
    const form = file('image', 'bytes') + end
    client.write(`${request}content-length: ${form.length}\r\n\r\n${form}`)
    expect(await client.answer(/HTTP\/1\.1 200/)).toContain('{"length":5}')
    client.socket.destroy()
  })

  test('a file in the wrong field does not wait for its end', async () => {
    const client = await open('transfer-encoding: chunked')
    client.chunk(file('picture', 'the first bytes').slice(0, -2))
    expect(await client.answer(/HTTP\/1\.1 400/)).toContain('The file belongs in the field image')
    client.socket.destroy()
  })

  test('a connection that closes halfway leaves nothing behind', async () => {
    const before = received.length
    const arrived = once(app.server, 'request')
    const client = await open('content-length: 100000')
    client.write(file('image', 'the first bytes').slice(0, -2))
    const [, response] = (await arrived) as [IncomingMessage, ServerResponse]
    client.socket.destroy()
    await once(response, 'close')
    expect(
      (await app.inject({ method: 'POST', url: '/upload', headers: multipart, payload: file('image', 'bytes') + end })).statusCode,
    ).toBe(200)
    expect(received.slice(before)).toEqual([5])
  })
})

const request = 'POST /upload HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: multipart/form-data; boundary=XX\r\n'

async function open(header: string) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let progress = Promise.withResolvers<void>()
  socket.on('error', () => undefined)
  socket.on('data', (data) => {
    text += data.toString()
    progress.resolve()
    progress = Promise.withResolvers<void>()
  })
  socket.write(`${request}${header}\r\n\r\n`)
  return {
    socket,
    write: (data: string) => socket.write(data),
    chunk: (data: string) => socket.write(`${data.length.toString(16)}\r\n${data}\r\n`),
    /** Everything received, once an answer with this status is complete. */
    async answer(status: RegExp): Promise<string> {
      while (!status.test(text) || !text.endsWith('}')) await progress.promise
      return text
    },
  }
}
