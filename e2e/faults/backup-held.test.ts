import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Announcement, KeyHistory, RestoreHolds, StoreOrder, WebhookDelivery } from '@keydesk/contract'
import { examine, expireDue } from '@keydesk/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { folder, newPlace, newServerPlace, open, run, setUpPlaces, withDeps } from './backup-place.ts'
import { dataOf, keysOf, type World } from './world.ts'

setUpPlaces()

const keysIn = (order: StoreOrder): string[] => order.items.flatMap((item) => item.keys ?? [])

/** Sells one key at a time. Returns what left the house. */
async function sellMany(world: World, variantId: number, count: number) {
  const orders: StoreOrder[] = []
  for (let sold = 0; sold < count; sold += 1) orders.push(await world.sell(variantId))
  return { ids: orders.map(({ id }) => id), keys: orders.flatMap(keysIn) }
}

const both = <T>(one: readonly T[], other: readonly T[]): T[] => one.filter((each) => other.includes(each))

const nearby = { WEBHOOKS_ALLOW_PRIVATE: '1' }
const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()

/** The ids of the deliveries that a storefront got. It is down until the backup is made. */
const received: unknown[] = []
let isDown = true
const receiver = createServer((request, response) => {
  if (!isDown) received.push(request.headers['webhook-id'])
  request.resume()
  response.writeHead(isDown ? 503 : 200).end()
})
afterAll(() => void receiver.close())

const deliveriesOf = async ({ admin }: World) => dataOf(await admin('GET', '/admin/webhooks/1/deliveries')) as WebhookDelivery[]

/** A shop that goes on after its backup: it sells 10 keys, and completes an order that was pending. */
async function openAgedShop() {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const place = { ...(await newServerPlace('original')), ...nearby }
  const world = await open(1, place)
  const variant = await world.makeVariant(keysOf(31, 'HELD'))
  dataOf(await world.admin('POST', '/admin/webhooks', { url, events: ['order.completed'], active: true }))
  await world.sell(variant.id)
  await vi.waitUntil(async () => (await deliveriesOf(world))[0]?.attempts === 1, { timeout: 15_000 })
  const { id } = dataOf(await world.buy(variant.id)) as { id: number }
  await world.admin('POST', '/admin/announcements', { title: 'Sale tomorrow', content: 'Half price', publish_at: tomorrow })
  const file = join(folder, 'before.backup')
  await run(place, 'backup', file)
  isDown = false
  const paid = dataOf(await world.store('POST', `/store/purchases/${id}/complete`, {})) as StoreOrder
  const { ids, keys } = await sellMany(world, variant.id, 10)
  await world.servers.closeDeps()
  await world.servers.kill(0)
  return { place, world, file, variantId: variant.id, ids, keys: [...keysIn(paid), ...keys] }
}

/** The shop of all tests. The last one replaces its database. */
let shop: Awaited<ReturnType<typeof openAgedShop>>
beforeAll(async () => {
  shop = await openAgedShop()
}, 60_000)

const holdsOf = async (world: World) => dataOf(await world.admin('GET', '/admin/restore-holds')) as RestoreHolds

test(
  'after a lost disk nothing is sold or sent until an owner decides, and then no key and no id twice',
  { timeout: 120_000 },
  async () => {
    const { file, place, variantId, ids, keys } = shop
    expect(keys).toHaveLength(11)
    const to = await newPlace('lost')
    const restored = await run(to, 'restore', file)
    expect(restored.code).toBe(0)
    expect(restored.said.split('\n').slice(0, 5)).toEqual([
      '30 keys may have been sold since the backup. They are held, and not for sale until an owner decides:',
      expect.stringMatching(/^  30 of Product-\d+, Month$/),
      '1 pending order loses its keys and ends as expired. Complete by hand what was paid.',
      '2 messages that were waiting are held, and not sent until an owner decides.',
      expect.stringMatching(/^Ids given out since the backup are not known, so the next order gets an id above 1000000\d\.$/),
    ])
    const there = await open(1, to)
    expect(await there.servers.withDeps(examine)).toEqual([])
    expect(await there.buy(variantId)).toMatchObject({ status: 409, body: { code: 'out_of_stock' } })
    expect((await holdsOf(there)).batches).toMatchObject([{ keys: 30, variant_name: 'Month', import_name: '' }])

    // New keys sell as usual. A withheld value is not added again.
    const values = ['NEW-1', 'NEW-2', keys[0]!]
    const added = dataOf(await there.admin('POST', `/admin/variants/${variantId}/key-imports`, { name: 'new', values })) as object
    expect(added).toMatchObject({ added: 2 })
    const fresh = await sellMany(there, variantId, 2)
    expect(fresh.keys).toEqual(['NEW-1', 'NEW-2'])
    expect((await there.buy(variantId)).status).toBe(409)

    // The old database can be read after all.
    const moment = /of (20\S+Z)$/m.exec(restored.said)![1]!
    const doctor = await run(place, 'doctor', '--since', moment)
    // One was sold just before the backup: a sale that was under way then may be stamped before it, and be missing in it.
    expect(doctor).toMatchObject({ code: 0, said: expect.stringContaining('has 12 keys that were sold since') })
    const list = /^(\S+) has 12/m.exec(doctor.said)![1]!
    expect(statSync(list).mode & 0o077).toBe(0)
    for (const key of keys) expect(readFileSync(list, 'utf8')).not.toContain(key)
    const late = await run(place, 'doctor', '--since', new Date(Date.now() + 60_000).toISOString())
    const tooLate = /^(\S+) has 12/m.exec(late.said)![1]!
    expect(await run(to, 'restore-holds', 'sold-keys', tooLate, '--yes')).toMatchObject({
      code: 1,
      said: expect.stringContaining(`doctor --since ${moment}`),
    })
    expect(await run(to, 'restore-holds', 'sold-keys', list)).toMatchObject({ code: 1, said: expect.stringContaining('add --yes') })
    expect(await run(to, 'restore-holds', 'sold-keys', list, '--yes')).toEqual({
      ...{ code: 0, parts: [], said: '11 keys struck; 19 keys on sale again' },
    })
    const left = (await run(to, 'restore-holds', 'list')).said.split('\n')
    expect(left).toEqual([
      expect.stringMatching(/^message \d+: order.completed to webhook/),
      expect.stringMatching(/announcement to discord/),
    ])
    expect(await run(to, 'restore-holds', 'drop', 'all', '--yes')).toMatchObject({ said: '2 messages dropped' })
    expect(await run(to, 'restore-holds', 'list')).toMatchObject({ said: 'Nothing is held' })
    const next = await sellMany(there, variantId, 10)
    expect(both(next.keys, keys)).toEqual([])
    expect(both([...next.ids, ...fresh.ids], ids)).toEqual([])
    expect(next.ids[0]).toBeGreaterThan(10_000_000)

    // A struck key stays known, with the order of the lost shop.
    const history = dataOf(await there.admin('POST', '/admin/keys/lookup', { value: keys[1] })) as KeyHistory
    expect(history).toMatchObject({ state: 'struck', order_id: null })
    expect(history.events.at(-1)).toMatchObject({ kind: 'struck', actor: 'system', order_id: ids[0] })
    expect(await there.servers.withDeps(examine)).toEqual([])
  },
)

test('held batches and messages are released, struck, sent and dropped', { timeout: 120_000 }, async () => {
  const { file, variantId } = shop
  const to = { ...(await newPlace('decided')), ...nearby }
  expect((await run(to, 'restore', file)).code).toBe(0)
  const there = await open(1, to)
  const delivery = async () =>
    (dataOf(await there.admin('GET', '/admin/announcements')) as Announcement[]).map((one) => [one.delivery, one.delivery_reason])
  expect(await delivery()).toEqual([['waiting', 'Held after a restore: it is not sent until an owner decides']])
  const { messages, batches } = await holdsOf(there)
  expect(messages).toMatchObject([
    { channel: 'webhook', event: 'order.completed', about: 'order 1', receiver: expect.stringMatching(/^http:\/\/127\.0\.0\.1/) },
    { channel: 'discord', event: 'announcement', about: 'Sale tomorrow', receiver: '', due_at: tomorrow },
  ])
  const [held] = await deliveriesOf(there)
  expect(held).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^Held after a restore/) })
  const decide = async (what: string, body: object) => dataOf(await there.admin('POST', `/admin/restore-holds/${what}`, body)) as object
  expect(await decide('messages', { decision: 'send', ids: [messages[1]!.id] })).toEqual({ messages: 1 })
  // Scheduled again, for its own time.
  expect(await delivery()).toEqual([['scheduled', null]])
  expect(await decide('messages', { decision: 'send' })).toEqual({ messages: 1 })
  await expect.poll(async () => (await deliveriesOf(there))[0]?.status).toBe('success')
  expect(received).toContain(held!.message_id)
  expect(await decide('messages', { decision: 'drop' })).toEqual({ messages: 0 })

  expect(await decide('keys', { decision: 'strike', batches: ['1-999'] })).toEqual({ released: 0, removed: 0, struck: 0 })
  expect(await decide('keys', { decision: 'release', batches: [batches[0]!.id] })).toEqual({ released: 30, removed: 0, struck: 0 })
  expect(await holdsOf(there)).toMatchObject({ batches: [], messages: [] })
  expect((await there.buy(variantId)).status).toBe(201)
  expect(await there.servers.withDeps(examine)).toEqual([])
  const rows = dataOf(await there.admin('GET', '/admin/activity?limit=200')) as { action: string; changes: object }[]
  expect(rows.find(({ action }) => action === 'variant.keys_released')?.changes).toMatchObject({
    ...{ stock: { before: 0, after: 30 }, keys_released: { after: 30 } },
  })
  expect(rows.find(({ action }) => action === 'shop.restored')?.changes).toMatchObject({ keys_withheld: { after: 30 } })
  expect(rows.map(({ action }) => action)).toContain('shop.held_messages_sent')

  // A backup of this shop, restored over it: its database is known to have all, so nothing is held but messages.
  await there.servers.closeDeps()
  await there.servers.kill(0)
  const again = join(folder, 'again.backup')
  expect((await run(to, 'backup', again)).code).toBe(0)
  const over = await run(to, 'restore', again, '--force')
  expect(over).toMatchObject({ code: 0, said: expect.stringMatching(/^1 message that was waiting is held/) })
  expect(over.said).not.toContain('may have been sold')
})

test('an order that expired since the backup is not announced a second time', { timeout: 60_000 }, async () => {
  const place = { ...(await newServerPlace('expired')), ...nearby }
  const world = await open(1, place)
  const variant = await world.makeVariant(keysOf(1))
  dataOf(await world.admin('POST', '/admin/webhooks', { url: 'http://127.0.0.1:1/', events: ['order.expired'], active: true }))
  const { id } = dataOf(await world.buy(variant.id)) as StoreOrder
  await world.servers.closeDeps()
  await world.servers.kill(0)
  const passed = new Date(Date.now() - 1_000).toISOString()
  await withDeps(place, ({ db }) => db.updateTable('orders').set({ reserved_until: passed }).execute())
  const file = join(folder, 'expired.backup')
  expect((await run(place, 'backup', file)).code).toBe(0)
  expect(await withDeps(place, expireDue)).toBe(1)

  const restored = await run(place, 'restore', file, '--force')
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('An owner decides over what is held') })
  const listed = await run(place, 'restore-holds', 'list')
  expect(listed.said).toMatch(/^message \d+: order\.expired to webhook[^\n]*$/)
  await withDeps(place, async (deps) => {
    const [order] = await deps.db.selectFrom('orders').select('status').where('id', '=', id).execute()
    expect(order).toEqual({ status: 'expired' })
    expect(await examine(deps)).toEqual([])
  })

  // Nothing was sent after the backup, so the server announces it.
  expect((await run(place, 'restore', file, '--force', '--nothing-since')).code).toBe(0)
  expect(await run(place, 'restore-holds', 'list')).toMatchObject({ said: 'Nothing is held' })
  expect(await withDeps(place, expireDue)).toBe(1)
})

test('an order that cannot expire keeps neither the restore from being recorded nor the messages about the others from being held', async () => {
  const place = { ...(await newServerPlace('stuck')), ...nearby }
  const world = await open(1, place)
  const variant = await world.makeVariant(keysOf(2))
  dataOf(await world.admin('POST', '/admin/webhooks', { url: 'http://127.0.0.1:1/', events: ['order.expired'], active: true }))
  const coupon = {
    ...{ code: 'TEN', discount_type: 'percentage', discount_value: 10, expiration_date: tomorrow },
    ...{ max_usage: 0, max_usage_per_user: 0, applicable_to_all: true, applicable_products: [] },
  }
  dataOf(await world.admin('POST', '/admin/coupons', coupon))
  const stuck = dataOf(await world.buy(variant.id)) as StoreOrder
  dataOf(await world.buy(variant.id))
  await world.servers.closeDeps()
  await world.servers.kill(0)
  const passed = new Date(Date.now() - 1_000).toISOString()
  await withDeps(place, async ({ db }) => {
    await db.updateTable('orders').set({ reserved_until: passed }).execute()
    // The coupon has no recorded use that the end of the order could give back.
    await db.updateTable('orders').set({ coupon_id: 1, coupon_code: 'TEN' }).where('id', '=', stuck.id).execute()
  })
  const file = join(folder, 'stuck.backup')
  expect((await run(place, 'backup', file)).code).toBe(0)

  const restored = await run(place, 'restore', file, '--force')
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Some pending orders could not expire') })
  expect((await run(place, 'restore-holds', 'list')).said).toMatch(/^message \d+: order\.expired to webhook[^\n]*$/)
  await withDeps(place, async ({ db }) => {
    const orders = await db.selectFrom('orders').select('status').orderBy('id').execute()
    expect(orders).toEqual([{ status: 'pending' }, { status: 'expired' }])
    expect(await db.selectFrom('activity').select('id').where('action', '=', 'shop.restored').execute()).toHaveLength(1)
  })
})

test('the messages about orders that the restore ends are held, and counted in Activity', { timeout: 60_000 }, async () => {
  const place = { ...(await newServerPlace('carts')), ...nearby }
  const world = await open(1, place)
  const variant = await world.makeVariant(keysOf(3))
  for (let cart = 0; cart < 3; cart += 1) dataOf(await world.buy(variant.id))
  const events = ['order.expired', 'variant.stock_changed']
  dataOf(await world.admin('POST', '/admin/webhooks', { url: 'http://127.0.0.1:1/', events, active: true }))
  const file = join(folder, 'carts.backup')
  expect((await run(place, 'backup', file)).code).toBe(0)

  const to = await newPlace('carts-restored')
  const restored = await run(to, 'restore', file)
  expect(restored).toMatchObject({ code: 0, said: expect.not.stringContaining('waiting') })
  const there = await open(1, to)
  const { messages, message_count } = await holdsOf(there)
  expect(messages.map(({ event }) => event).toSorted()).toEqual([...Array(3).fill(events[0]), ...Array(3).fill(events[1])])
  expect(message_count).toBe(6)
  const rows = dataOf(await there.admin('GET', '/admin/activity?limit=200')) as { action: string; changes: object }[]
  expect(rows.find(({ action }) => action === 'shop.restored')?.changes).toMatchObject({
    ...{ keys_withheld: { after: 3 }, messages_held: { after: 6 } },
  })
  const reasons = (await deliveriesOf(there)).map(({ reason }) => reason)
  expect(new Set(reasons)).toEqual(new Set(['Held after a restore: the same may have been sent since the backup']))
})

test('a move holds nothing: its operator says that nothing was sold since', { timeout: 60_000 }, async () => {
  const { file, variantId } = shop
  const to = await newPlace('moved')
  expect(await run(to, 'restore', file, '--nothing-since')).toMatchObject({ code: 0, said: expect.stringMatching(/^Restored /) })
  const there = await open(1, to)
  expect(await holdsOf(there)).toMatchObject({ batches: [], messages: [], message_count: 0, lost_orders: 0, lost_orders_file: '' })
  expect((dataOf(await there.buy(variantId)) as StoreOrder).id).toBe(3)
})

test('over a database that can be read, exactly the keys that it sold are struck', { timeout: 120_000 }, async () => {
  const { file, place, world, variantId, ids, keys } = shop
  const refused = await run(place, 'restore', file, '--force')
  expect(refused.code).toBe(1)
  expect(refused.said).toContain('11 keys that were sold since the backup will not be sold again:\n  11 of Product-')
  expect(refused.said).not.toContain('may have been sold')
  for (const key of keys) expect(refused.said).not.toContain(key)
  expect(lostOrderFiles(place)).toEqual([])
  const restored = await run(place, 'restore', file, '--force', '--yes')
  expect(restored.code).toBe(0)

  // Its orders are gone, but a file says whose they were.
  const [name = ''] = lostOrderFiles(place)
  const list = join(place.DATA_DIR, name)
  expect(restored.said).toContain(`10 orders made since the backup would be gone. Before that, they are written to ${list}\n`)
  expect(restored.said).toContain(`\n${list} has the 10 orders that are gone.\n`)
  expect(statSync(list).mode & 0o077).toBe(0)
  const csv = readFileSync(list, 'utf8')
  const [head = '', ...rows] = csv.trim().split('\r\n')
  expect(head).toMatch(/Order ID,Customer,.*,Total,.*,Payment Reference,/)
  expect(rows.map((row) => Number(row.split(',')[0]))).toEqual(ids.toReversed())
  for (const row of rows) expect(row).toMatch(/^\d+,[^,]+@[^,]+,completed,/)
  for (const key of keys) expect(csv).not.toContain(key)

  await world.servers.revive(0)
  const there = { ...world, ...(await signIn(world)) }
  expect(await holdsOf(there)).toMatchObject({ batches: [], message_count: 2, lost_orders: 10, lost_orders_file: name })
  const next = await sellMany(there, variantId, 10)
  expect(both(next.keys, keys)).toEqual([])
  expect(both(next.ids, ids)).toEqual([])
  expect(Math.min(...next.ids)).toBe(Math.max(...ids) + 1)
  expect(await world.servers.withDeps(examine)).toEqual([])
})

const lostOrderFiles = ({ DATA_DIR }: { readonly DATA_DIR: string }): string[] =>
  readdirSync(DATA_DIR).filter((name) => name.startsWith('lost-orders-'))

/** The sessions of before have ended. */
async function signIn({ servers, as }: World) {
  const { token } = dataOf(await as('')('POST', '/auth/password-login', { identity: 'admin', password: servers.password })) as {
    token: string
  }
  return { admin: as(token) }
}
