import { isDeepStrictEqual } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, unzipSync, zstdDecompressSync } from 'node:zlib'
import { calls, errorBody, type Endpoint, type Product } from '@keydesk/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { system } from '../actor.ts'
import { transact } from '../db/transact.ts'
import { createApiKey } from '../modules/api-keys/api-keys.service.ts'
import { startSession } from '../modules/auth/sessions.service.ts'
import { examine } from '../modules/doctor/doctor.service.ts'
import { createTestApp, RecordingBot, type TestApp } from '../testing.ts'
import { dataOf, makeVariant } from '../testing/shop/catalogue.ts'
import { makeCoupon } from '../testing/shop/coupons.ts'
import { seeded } from '../testing/random.ts'
import { openShop } from '../testing/shop/shop.ts'
import { requestFor, type Credentials } from './fuzzing/requests.ts'
import type { Dice } from './fuzzing/values.ts'

/** The same requests on each run, so that only a code change can make it fail. A long run uses other seeds. */
const firstSeed = Number(process.env['KEYDESK_FUZZ_SEED'] ?? 1)
/** The number of requests on each of the two databases. */
const wanted = Number(process.env['KEYDESK_FUZZ_REQUESTS'] ?? 300)
/** Statuses of a successful purchase and of a body that is too large. A short run meets them only by luck. */
const rarest = [201, 413]
/** The requests per server: the data that they create makes every list longer. */
const count = Math.min(wanted, 5_000)
const seeds = Array.from({ length: Math.ceil(wanted / count) }, (_, part) => firstSeed + part)
interface Call {
  readonly name: string
  readonly endpoint: Endpoint
}

/** Endpoints that involve money are called more often. */
const endpoints: Call[] = Object.entries(calls).flatMap(([noun, group]) =>
  Array.from({ length: noun === 'store' ? 8 : noun === 'keys' ? 5 : 1 }, () => group).flatMap((each) =>
    Object.entries(each).map(([name, endpoint]) => ({ name: `${noun}.${name}`, endpoint })),
  ),
)

test.each(seeds)(
  `${count} hostile requests made from the contract: no fault, no half-said refusal, no growth (seed %i)`,
  { timeout: 60_000 + count * 60 },
  async (seed) => {
    const app = await createTestApp({ bot: new RecordingBot() })
    let recent = await fill(app)
    const chance = seeded(seed)
    const random: Dice = { ...chance, id: (name) => chance.pick(name === 'variant_id' ? recent.variants : recent.all) }
    let { key: store } = await createApiKey(app.deps, system, 'fuzzer')
    const statuses = new Map<number, number>()
    let settled = 0

    let admin = await signIn(app)

    for (let sent = 0; sent < count; sent += 1) {
      let call = random.pick(endpoints)
      // Checking a password is slow on purpose, and so is the bot: call these less often.
      if ((isAboutAccount(call.name) || call.name === 'discord.stop') && random.chance(0.8)) call = random.pick(endpoints)
      const { name, endpoint } = call
      const status = await send(app, { name, endpoint }, { admin, store }, random, `KEYDESK_FUZZ_SEED=${seed}, request ${sent}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      app.logged.length = 0
      // Some of these calls end the current session, or every session.
      if (isAboutAccount(name)) admin = await signIn(app)
      if (name === 'apiKeys.revoke') store = (await createApiKey(app.deps, system, 'fuzzer')).key
      if (sent % 20 === 19) recent = await refill(app)
      if (sent === Math.floor(count / 2)) settled = heapAfterCollection()
    }

    // Every kind of answer must occur: requests that are all refused early would test nothing.
    for (const status of [200, 400, 401, 404, 409, 415, 422, ...(count < 5_000 ? [] : rarest)])
      expect(statuses.get(status) ?? 0, `status ${status}`).toBeGreaterThan(0)
    expect(statuses.get(200)!).toBeGreaterThan(count * 0.1)
    // The second half of the requests must not use more memory than the variance of garbage collection.
    expect(heapAfterCollection() - settled).toBeLessThan(24 * 1024 * 1024)
    expect(await examine(app.deps), `KEYDESK_FUZZ_SEED=${seed}`).toEqual([])
    expect((await app.app.inject({ url: '/ready' })).statusCode).toBe(200)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  },
)

/** A client resolves such a part of a path, so that the request reaches another endpoint. */
const dots = /\/(\.|%2e){1,2}([/?]|$)/i

async function send({ app }: TestApp, { name, endpoint }: Call, who: Credentials, random: Dice, place: string): Promise<number> {
  const request = requestFor(endpoint, who, random)
  const hint = () => `${place}, ${name}: ${String(request.method)} ${JSON.stringify(request.url).slice(0, 400)} ${shown(request.payload)}`
  const answer = await app.inject(request)
  const { statusCode } = answer
  const text = unpack(answer.rawPayload, answer.headers['content-encoding'])
  const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false
  if (statusCode >= 500) throw new Error(`${statusCode} ${text} to ${hint()}`)
  if (statusCode >= 400 && request.method !== 'HEAD') {
    const refusal = z.strictObject(errorBody.shape).safeParse(isJson ? JSON.parse(text) : undefined)
    if (!refusal.success) throw new Error(`${statusCode} ${text.slice(0, 300)} is no refusal of ours, to ${hint()}`)
    const { message, code } = refusal.data
    if (!/^[a-z_]+$/.test(code) || !isSentence(message)) throw new Error(`${code}: ${message} is for nobody, to ${hint()}`)
  }
  if (statusCode < 300 && request.method === endpoint.method && isJson && !dots.test(request.url)) {
    const fits = endpoint.response.safeParse(JSON.parse(text))
    // Exact: the contract would strip unknown fields.
    if (!fits.success || !isDeepStrictEqual(JSON.parse(JSON.stringify(fits.data)), JSON.parse(text)))
      throw new Error(`${text.slice(0, 300)} is not what the contract says, to ${hint()}`)
  }
  return statusCode
}

function unpack(bytes: Buffer, encoding: unknown): string {
  // The answer to HEAD has the headers alone.
  if (encoding === undefined || bytes.length === 0) return bytes.toString()
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  if (encoding === 'zstd') return zstdDecompressSync(bytes).toString()
  return unzipSync(bytes).toString()
}

const shown = (payload: unknown): string => (typeof payload === 'string' ? payload.slice(0, 600) : 'a form')

/** A message for a person contains no stack, no query and no name of a driver. */
const isSentence = (message: string): boolean =>
  message.length > 3 &&
  message.length < 400 &&
  !/\bat \/|node:|node_modules|select .* from |insert into |SQLITE|PG::|ZodError|undefined|\[object/i.test(message)

interface Ids {
  readonly all: number[]
  readonly variants: number[]
}

async function fill(app: TestApp): Promise<Ids> {
  const shop = await openShop(app)
  const user = await shop.addUser('ada')
  const { id } = await makeVariant(app, ['SOLD-1', 'SOLD-2', 'SOLD-3'])
  await shop.sell({ [id]: 1 }, { referral_code: user.referral_code })
  await shop.buy({ [id]: 1 })
  await makeCoupon(app, { code: 'SAVE10' })
  await makeCoupon(app, { code: 'FREE', discount_type: 'free_license', discount_value: 0 })
  return refill(app)
}

/** Adds things to buy, to change and to delete, and returns the newest ids. */
async function refill(app: TestApp): Promise<Ids> {
  const token = await signIn(app)
  const keys = Array.from({ length: 40 }, () => `KEY-${Math.random()}`)
  const body = { name: 'Aim', variants: [{ name: 'Month', price: 9.99, keys }] }
  const made = [1, 2, 3].map(() => app.call('POST', '/admin/products', body, { token }))
  const products = (await Promise.all(made)).map((answer) => dataOf(answer) as Product)
  const variants = products.flatMap((product) => product.variants.map((variant) => variant.id))
  return { all: [...products.map((product) => product.id), ...variants], variants }
}

const signIn = ({ deps }: TestApp): Promise<string> => transact(deps.db, (tx) => startSession(tx, deps, { id: 1, role: 'owner' }))
const isAboutAccount = (name: string): boolean => /^(auth|account|joining|sessions)\./.test(name)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapAfterCollection(): number {
  collect()
  return process.memoryUsage().heapUsed
}
