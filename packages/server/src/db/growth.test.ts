import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSendingApp, makeWebhook, startReceiver } from '../testing/shop/webhooks.ts'
import { cartOf, makeStock, openShop } from '../testing/shop/shop.ts'
import type { Db } from './schema.ts'

/** How much each order takes (docs/decisions/0071). What it takes in each table is in the message of a failure. */

/** Bytes of each table with its indexes. */
async function bytesByTable(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select coalesce(owner.tbl_name, size.name) as name, sum(size.payload + size.unused) as bytes
    from dbstat as size left join sqlite_schema as owner on owner.name = size.name group by 1`.execute(db)
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

// The same rows are stored on PostgreSQL, but the size of its files depends on when it last removed replaced rows.
test.skipIf(process.env['KEYDESK_TEST_DB'] === 'postgres')('an order with a webhook takes little room', { timeout: 240_000 }, async () => {
  const receiver = await startReceiver()
  const app = await createSendingApp({ unused: true })
  await makeWebhook(app, receiver.url)
  const shop = await openShop(app)
  // The first ones fill the pages that each table and index begins with.
  const [first, count] = [40, 120]
  const variant = await makeStock(app, first + count)
  const sell = async (order: number) => {
    const email = { customer_email: `customer.${order}@example.com` }
    const bought = await shop.call('POST', '/purchases', cartOf({ [variant.id]: 1 }, email), { idempotencyKey: `cart-${order}-7f3a9b2c` })
    const { id } = (bought.body as { data: { id: number } }).data
    await shop.call(
      'POST',
      `/purchases/${id}/complete`,
      { payment_reference: `ch_${order}_3Kx92Lm` },
      { idempotencyKey: `paid-${order}-7f3a9b2c` },
    )
  }
  for (let order = 0; order < first; order += 1) await sell(order)
  const before = await bytesByTable(app.deps.db)
  for (let order = first; order < first + count; order += 1) await sell(order)
  await expect
    .poll(() => receiver.accepted.filter(({ type }) => type === 'order.completed').length, { timeout: 60_000 })
    .toBe(first + count)
  await app.stopSender()
  const after = await bytesByTable(app.deps.db)
  const grown = [...after]
    .map(([name, bytes]) => [name, Math.round((bytes - (before.get(name) ?? 0)) / count)] as const)
    .filter(([, bytes]) => bytes > 0)
  const sum = grown.reduce((bytes, [, more]) => bytes + more, 0)
  // A page more in a table is 34 bytes an order, and when the last messages are settled decides about one.
  expect(sum, JSON.stringify(Object.fromEntries(grown))).toBeLessThan(2_600)
  await receiver.close()
})
