import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { breathe } from './breathe.ts'
import { createTestApp, testNow } from './testing.ts'
import { activityOf } from './testing/shop/catalogue.ts'
import { makeCoupon } from './testing/shop/coupons.ts'
import { openSilentBucket } from './testing/media.ts'
import { countBlocked, queriesOf } from './testing/databases/queries.ts'
import { importOrders } from './testing/shop/shop-imports.ts'
import { makeStock, openShop } from './testing/shop/shop.ts'
import { purgeCoupons } from './modules/coupons/deleted-coupons.service.ts'
import { takeCoupon } from './modules/orders/orders.service.ts'
import { examine } from './modules/doctor/doctor.service.ts'
import { noteUnused, deleteAllUnused } from './modules/media/unused-files.service.ts'
import { expireDue } from './modules/orders/order-steps.service.ts'
import { startHousekeeping } from './housekeeping.ts'

const dayMs = 86_400_000

test('a step that fails, or an order that does, keeps no other from its turn, and both are counted', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 5)
  const gone = await makeCoupon(app, { code: 'GONE' })
  await makeCoupon(app, { expiration_date: '2031-01-01T00:00:00.000Z' })
  await app.call('DELETE', `/admin/coupons/${gone.id}`)
  app.clock.at = new Date(testNow.getTime() + 40 * dayMs)
  const broken = await shop.buy({ [id]: 1 }, { coupon_code: 'TEN' })
  const right = await shop.buy({ [id]: 1 }, { customer_email: 'eve@example.com' })
  // The coupon has no recorded use left, so this order's use cannot be given back.
  await app.deps.db.updateTable('coupon').set({ current_usage: 0 }).execute()
  await sql`alter table idempotent_answer rename to mislaid`.execute(app.deps.db)
  app.clock.at = new Date(app.clock.at.getTime() + app.deps.reservationMs)

  const housekeeping = startHousekeeping(app.deps)
  try {
    await expect
      .poll(() => activityOf(app, 'coupon'))
      .toContainEqual(expect.objectContaining({ action: 'coupon.purged', subject_id: gone.id }))
  } finally {
    await housekeeping.stop()
  }
  const statusOf = async (order: number) => (await shop.call('GET', `/purchases/${order}`)).body
  expect(await statusOf(right.id)).toMatchObject({ data: { status: 'expired' } })
  expect(await statusOf(broken.id)).toMatchObject({ data: { status: 'pending' } })
  const { body: metrics } = await app.app.inject('/metrics')
  expect(metrics).toContain('keydesk_housekeeping_failures_total{step="expired_orders"} 1')
  expect(metrics).toContain('keydesk_housekeeping_failures_total{step="old_answers"} 1')
  expect(metrics).toContain('keydesk_housekeeping_failures_total{step="deleted_things"} 0')
  expect(app.logged.filter((line) => line.includes('a step of the housekeeping failed'))).toHaveLength(2)
})

test.skipIf(process.env['KEYDESK_TEST_DB'] !== 'postgres')('orders expire while a shop import is being removed', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await importOrders(app, [{ at: '2029-05-01', email: 'a@example.com', key: 'OLD-1' }])
  const pending = await shop.buy({ [variant.id]: 1 })
  const { db } = app.deps
  // Its process has ended.
  await db.updateTable('shop_import').set({ state: 'running' }).where('id', '=', id).execute()
  app.clock.at = new Date(app.clock.at.getTime() + 60_000)
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('orders').select('id').where('shop_import_id', '=', id).forUpdate().execute()
    onTestFinished(startHousekeeping({ ...app.deps, reservationMs: 80 }).stop)
    await expect.poll(() => countBlocked(tx)).toBe(1)
    app.clock.at = new Date(app.clock.at.getTime() + app.deps.reservationMs)
    const due = tx.selectFrom('orders').select('status').where('id', '=', pending.id)
    // A removal gives up after 7 seconds.
    await expect.poll(() => due.executeTakeFirst(), { timeout: 5_000 }).toEqual({ status: 'expired' })
  })
  await expect.poll(() => db.selectFrom('shop_import').select('state').execute()).toEqual([{ state: 'failed' }])
})

test('a stop does not wait for the removal of an import, and the database that closes under it is no fault', async () => {
  const app = await createTestApp()
  await makeStock(app, 1)
  const many = 3_000
  const past = Array.from({ length: many }, (_, nth) => ({ at: '2029-05-01', email: `a${nth}@example.com`, key: `OLD-${nth}` }))
  const { id } = await importOrders(app, past)
  const { db } = app.deps
  // Its process has ended.
  await db.updateTable('shop_import').set({ state: 'running' }).where('id', '=', id).execute()
  app.clock.at = new Date(app.clock.at.getTime() + 60_000)
  const orders = db.selectFrom('orders').select(({ fn }) => fn.countAll<number>().as('count'))
  const left = async () => (await orders.executeTakeFirstOrThrow()).count
  const housekeeping = startHousekeeping(app.deps)
  await expect.poll(left, { interval: 1 }).toBeLessThan(many)
  await housekeeping.stop()
  expect(await left()).toBeGreaterThan(0)
  await app.close()
  for (let turn = 0; turn < 100; turn += 1) await breathe()
  expect(app.logged.filter((line) => line.includes('a step of the housekeeping failed'))).toEqual([])
})

test('orders expire while the media storage does not answer, and a stop does not wait for it', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 1)
  const { asked, files, close } = await openSilentBucket()
  onTestFinished(close)
  await noteUnused(app.deps.db, app.deps, ['one.webp', 'two.webp'])
  app.clock.at = new Date(app.clock.at.getTime() + 2 * 3_600_000)
  const pending = await shop.buy({ [id]: 1 })
  const housekeeping = startHousekeeping({ ...app.deps, files, reservationMs: 80 })
  await expect.poll(() => asked.length).toBe(1)
  app.clock.at = new Date(app.clock.at.getTime() + app.deps.reservationMs)
  await expect.poll(async () => (await shop.find(pending.id)).status, { timeout: 10_000 }).toBe('expired')
  await housekeeping.stop()
  expect(asked.map(({ socket }) => socket.destroyed)).toEqual([false])
})

test('after one file that the media storage cannot delete now, the others wait for the next round', async () => {
  const app = await createTestApp()
  const { asked, files, close } = await openSilentBucket()
  onTestFinished(close)
  await noteUnused(app.deps.db, app.deps, ['one.webp', 'two.webp'])
  app.clock.at = new Date(app.clock.at.getTime() + 2 * 3_600_000)
  const round = deleteAllUnused({ ...app.deps, files })
  await expect.poll(() => asked.length).toBe(1)
  asked[0]!.destroy()
  await round
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['DELETE /media/one.webp'])
  expect(await app.deps.db.selectFrom('unused_file').select('name').execute()).toHaveLength(2)
  expect(app.logged.filter((line) => line.includes('a media file was left behind'))).toHaveLength(1)
})

test('as many orders that cannot expire as one round looks at keep no other from expiring', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 1)
  await makeCoupon(app)
  const { db } = app.deps
  const right = await shop.buy({ [id]: 1 })
  await db.updateTable('orders').set({ reserved_until: '2030-01-01T00:00:02.000Z' }).execute()
  // This order is due first. Its coupon has no recorded use, so the use cannot be given back.
  await sql`
    insert into orders (customer_email, customer_key, limit_key, status, created_at, reserved_until, subtotal_cents, coupon_discount_cents,
      referral_discount_cents, total_cents, coupon_id, coupon_code)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 250)
    select 'b' || n, 'b' || n, 'b' || n, 'pending', '2030-01-01', '2030-01-01T00:00:01.000Z', 0, 0, 0, 0, 1, 'TEN' from numbers`.execute(db)
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  await expect(expireDue(app.deps)).rejects.toThrow(/coupon_usage|CHECK constraint/)
  expect((await shop.call('GET', `/purchases/${right.id}`)).body).toMatchObject({ data: { status: 'expired' } })
  // The first failure is the one that is thrown.
  expect(app.deps.failures.faults).toBe(249)
})

test('a coupon of many orders is purged some at a time, and the books add up meanwhile', async () => {
  const app = await createTestApp()
  const { id } = await makeCoupon(app)
  const { db } = app.deps
  const many = 3_200
  const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(many)})`
  await sql`
    insert into orders (customer_email, customer_key, limit_key, status, created_at, reserved_until, subtotal_cents, coupon_discount_cents,
      referral_discount_cents, total_cents, coupon_id, coupon_code)
    ${numbers} select 'b' || n, 'b' || n, 'b' || n, 'pending', ${'2030-01-01'}, ${'2031-01-01'}, 0, 0, 0, 0, ${sql.lit(id)}, 'TEN' from numbers`.execute(
    db,
  )
  await db.updateTable('coupon').set({ current_usage: many }).execute()
  expect(await examine(app.deps)).toEqual([])
  await app.call('DELETE', `/admin/coupons/${id}`)

  const later = new Date(testNow.getTime() + dayMs).toISOString()
  const wrong: unknown[] = []
  const queries = await queriesOf(db, async () => {
    const purge = { isOver: false }
    const purging = purgeCoupons(app.deps, later, takeCoupon).finally(() => (purge.isOver = true))
    for (; !purge.isOver; await breathe()) wrong.push(...(await examine(app.deps)))
    await purging
  })
  expect(wrong).toEqual([])
  expect(queries.filter((query) => query.sql.startsWith('update "orders"'))).toHaveLength(3)
  expect(await examine(app.deps)).toEqual([])
  expect(await db.selectFrom('coupon').select('id').execute()).toEqual([])
  const kept = db.selectFrom('orders').select(({ fn }) => fn.countAll<number>().as('count'))
  expect(await kept.where('coupon_id', 'is', null).where('coupon_code', '=', 'TEN').executeTakeFirst()).toEqual({ count: many })
})
