import type { Endpoint } from '@keydesk/contract'
import type { InjectOptions } from 'fastify'
import { sampleOf, spoil } from './sample.ts'
import { hostileBody, hostileText, type Dice } from './values.ts'

/** Random requests for one call: some valid, most with something wrong in one place. */

export interface Credentials {
  readonly admin: string
  readonly store: string
}

export function requestFor(endpoint: Endpoint, { admin, store }: Credentials, random: Dice): InjectOptions & { readonly url: string } {
  const right = endpoint.access === 'store' ? `Bearer ${store}` : admin
  const headers: Record<string, string> = {}
  const authorization = random.chance(0.92) ? right : random.pick([admin, store, '', hostileText(random)])
  if (authorization !== '') headers['authorization'] = printable(authorization)
  if (random.chance(0.15)) Object.assign(headers, oddHeaders(random))
  // A call with an Idempotency-Key processes its body further, whatever else is wrong with it.
  if (endpoint.access === 'store' && random.chance(0.2)) headers['idempotency-key'] = `key-${random.below(500)}`
  const url = addressOf(endpoint, random)
  const method = random.chance(0.97) ? endpoint.method : random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const)
  const payload = endpoint.upload === undefined ? jsonBody(endpoint, headers, random) : form(endpoint.upload, headers, random)
  return { method, url, headers, payload: method === 'GET' || method === 'HEAD' ? undefined : payload }
}

function addressOf({ path, query }: Endpoint, random: Dice): string {
  const filled = path.replaceAll(/:\w+/g, () =>
    random.chance(0.85) ? String(random.chance(0.6) ? random.id() : 1 + random.below(8)) : pathPart(random),
  )
  const tricked = random.chance(0.04) ? random.pick(pathTricks)(filled) : filled
  if (query === undefined) return random.chance(0.05) ? `${tricked}?${queryText(random)}` : tricked
  if (random.chance(0.15)) return `${tricked}?${queryText(random)}`
  const sample = sampleOf(query, random)
  const values = random.chance(0.5) ? spoil(sample, random) : sample
  if (typeof values !== 'object' || values === null) return `${tricked}?${queryText(random)}`
  const pairs = Object.entries(values).map(
    ([name, value]) => `${encode(name)}=${encode(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return `${tricked}?${pairs.join('&').slice(0, 12_000)}`
}

const pathTricks: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace('/', '//'),
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => `${path}%00`,
  (path) => `${path}%2f..%2f..%2fetc%2fpasswd`,
  (path) => `${path}%c0%ae%c0%ae/`,
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}/${'a/'.repeat(500)}`,
  (path) => `${path}/%`,
  (path) => `/media/..%2f..%2fkeydesk.db${path}`,
]

const pathPart = (random: Dice): string =>
  random.pick([
    ...[
      '0',
      '-1',
      '1.5',
      '1e3',
      '01',
      '+1',
      '%31',
      '9007199254740993',
      '99999999999999999999',
      'NaN',
      'null',
      '..',
      '%2e%2e',
      '%00',
      '1%00',
    ],
    ...['1;', '1,2', '1%20', "1'", '[object Object]', '__proto__', 'a'.repeat(300)],
    encode(hostileText(random)).slice(0, 300) || '%20',
  ])

const queryText = (random: Dice): string =>
  random.pick([
    'limit=1&limit=2',
    'limit[]=1',
    'limit[a]=1',
    '__proto__[a]=1',
    '&&&===',
    '%',
    '%zz=%zz',
    'cursor=%00',
    `cursor=${Buffer.from('{"a":1}').toString('base64url')}`,
    `cursor=${Buffer.from('[9e999,null]').toString('base64url')}`,
    `sort=${encode(hostileText(random)).slice(0, 500)}`,
    `q=${encode(hostileText(random)).slice(0, 6_000)}`,
    `limit=${encode(hostileText(random)).slice(0, 100)}`,
    'a=1&'.repeat(1_500),
  ])

/** Encodes text that encodeURIComponent refuses, such as half of a surrogate pair: the server must get it. */
const encode = (text: string): string => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

function oddHeaders(random: Dice): Record<string, string> {
  return random.pick<Record<string, string>>([
    { 'idempotency-key': printable(hostileText(random)) },
    { 'idempotency-key': `key-${random.below(20)}` },
    { 'accept-encoding': random.pick(['br;q=0', 'gzip, deflate, br, zstd', '*', 'identity;q=0', printable(hostileText(random))]) },
    { 'content-encoding': random.pick(['gzip', 'br', 'nonsense']) },
    { accept: printable(hostileText(random)) },
    { origin: random.pick(['null', 'https://evil.example', printable(hostileText(random))]) },
    { host: random.pick(['evil.example', 'localhost:99999', '[::1', '']) },
    { 'x-forwarded-for': random.pick(['127.0.0.1', '::1, nonsense', printable(hostileText(random))]) },
    { 'x-http-method-override': 'DELETE' },
    { range: random.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1,0-99999999999', 'lines=1']) },
    { 'if-none-match': '*', 'if-modified-since': 'nonsense' },
    { expect: '100-continue' },
    { cookie: 'a='.repeat(2_000) },
    { 'x-odd': 'y'.repeat(8_000) },
  ])
}

/** The characters that a client can send in a header. */
const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 9_000)

function jsonBody({ body }: Endpoint, headers: Record<string, string>, random: Dice): string | undefined {
  const sample = body === undefined ? {} : sampleOf(body, random)
  headers['content-type'] = random.chance(0.95) ? 'application/json' : random.pick(contentTypes)
  const choice = random.next()
  if (choice < 0.3) return JSON.stringify(sample)
  if (choice < 0.8) return JSON.stringify(spoil(sample, random))
  if (choice < 0.9) return hostileBody(random, JSON.stringify(sample))
  if (choice < 0.97) return JSON.stringify(hostileText(random))
  return undefined
}

const contentTypes = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data', 'multipart/form-data; boundary=""'],
  ...['application/json; charset=utf-7', 'application/json; charset=utf-16', 'APPLICATION/JSON', 'application/json;;;', ';', 'nonsense'],
]

function form(field: string, headers: Record<string, string>, random: Dice): Buffer {
  const boundary = 'fuzz-boundary'
  headers['content-type'] = random.chance(0.85)
    ? `multipart/form-data; boundary=${boundary}`
    : random.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=other',
        `multipart/mixed; boundary=${boundary}`,
        'application/json',
      ])
  const part = (name: string, fileName: string, bytes: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\n`),
      Buffer.from('content-type: image/png\r\n\r\n'),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ])
  const end = Buffer.from(`--${boundary}--\r\n`)
  const noise = Buffer.from(Array.from({ length: 200 }, () => random.below(256)))
  const file = random.pick<Buffer | string>([
    noise,
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'GIF89a',
    Buffer.from('89504e470d0a1a0a', 'hex'),
    'RIFF\0\0\0\0WEBP',
  ])
  const whole = Buffer.concat([part(field, 'a.png', file), end])
  return random.pick([
    whole,
    whole.subarray(0, random.below(whole.length)),
    Buffer.concat([part(field, '../../evil\0.png', file), end]),
    Buffer.concat([part('other', 'a.png', file), end]),
    Buffer.concat([part(field, 'a.png', file), part(field, 'b.png', file), end]),
    Buffer.concat([...Array.from({ length: 40 }, (_, index) => part(`f${index}`, '', 'x')), end]),
    Buffer.concat([part('n'.repeat(5_000), 'a'.repeat(5_000), file), end]),
    Buffer.from(`--${boundary}\r\n\r\n\r\n--${boundary}--`),
    Buffer.from(`--${boundary}\r\n${'x-odd: y\r\n'.repeat(2_000)}\r\n--${boundary}--`),
    noise,
    end,
  ])
}
