import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deriveSecrets } from '../../secrets.ts'
import { createTestApp, type TestApp } from '../../testing.ts'
import { turnOnTwoFactor } from '../../testing/shop/authenticator.ts'
import { dataOf, makeVariant, saveVariant } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { importKeyList } from '../../testing/shop/key-imports.ts'
import { makeWebhook } from '../../testing/shop/webhooks.ts'
import { importMistakes, mistakes } from '../../testing/mistakes/mistakes.ts'
import { payoutMistakes } from '../../testing/mistakes/payout-mistakes.ts'
import { refundMistakes } from '../../testing/mistakes/refund-mistakes.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { examine, type Finding } from './doctor.service.ts'

/**
 * A shop with data for every check. Orders: 1 completed with coupon and referral, 2 pending with both, 3 cancelled, 4 refunded with a
 * referral whose commission was paid out before, 5 completed with two lines, 6 expired.
 */
async function busyShop() {
  const app = await createTestApp()
  const shop = await openShop(app)
  const [one, other] = [await makeStock(app, 20), await makeStock(app, 20, { price: 3.33 })]
  await makeCoupon(app)
  const user = await shop.addUser('ada')
  const terms = { coupon_code: 'TEN', referral_code: user.referral_code }
  await shop.sell({ [one.id]: 3 }, terms)
  await shop.buy({ [one.id]: 1 }, terms)
  await shop.buy({ [one.id]: 1 }, terms)
  await shop.cancel(3)
  await shop.sell({ [other.id]: 2 }, terms)
  dataOf(await shop.askPayout(user.id, 3))
  await shop.refund(4)
  await shop.sell({ [one.id]: 1, [other.id]: 1 })
  await shop.buy({ [other.id]: 1 })
  await app.deps.db.updateTable('orders').set({ status: 'expired' }).where('id', '=', 6).execute()
  await sql`update license_key set state = 'available', order_item_id = null where order_item_id = (select id from order_item where order_id = 6)`.execute(
    app.deps.db,
  )
  await app.deps.db
    .updateTable('variant')
    .set({ stock: sql`stock + 1` })
    .where('id', '=', other.id)
    .execute()
  return { app, terms, shop }
}

/**
 * `busyShop` with a third variant whose three keys came from an import, a seventh order whose key was replaced, and an eighth order with
 * one of three units refunded.
 */
async function shopWithImport() {
  const { app, shop, terms } = await busyShop()
  const { id } = await makeVariant(app, [], { price: 1 })
  await saveVariant(app, id, {})
  await importKeyList(app, id, ['B-1', 'B-2', 'B-3'])
  const order = await shop.sell({ [id]: 1 })
  dataOf(await app.call('POST', `/admin/purchases/orders/${order.id}/keys/41/replace`, { reason: 'not_working' }))
  const { id: partly } = await shop.sell({ 1: 3 }, terms)
  await shop.succeed('POST', `/purchases/${partly}/refund`, { items: [{ id: 9, quantity: 1 }] })
  return { app }
}
const sentences = async ({ deps }: TestApp) => (await examine(deps)).map((finding) => finding.sentence)

test('doctor finds nothing wrong in a shop that did everything', async () => {
  const { app } = await busyShop()
  expect(await examine(app.deps)).toEqual([])
})

test.each([
  ['mistake', busyShop, mistakes],
  ['mistake with coupons and payouts', busyShop, payoutMistakes],
  ['mistake with key imports and replaced keys', shopWithImport, importMistakes],
  ['mistake with refunds', shopWithImport, refundMistakes],
])('each kind of %s is named, and is gone when it is undone', async (_, open, all) => {
  const { app } = await open()
  expect(await examine(app.deps)).toEqual([])
  for (const [what, statements, sentence] of all) {
    const tried = app.deps.db.transaction().execute(async (tx) => {
      for (const statement of statements.split('; ')) await sql.raw(statement).execute(tx)
      throw new Undone(await examine({ ...app.deps, db: tx }))
    })
    const undone = await tried.catch((error: unknown) => error)
    expect.soft(undone instanceof Undone ? undone.sentences : undone, what).toContain(sentence)
  }
  expect(await examine(app.deps)).toEqual([])
})

/** Carries findings out of a transaction and rolls it back. */
class Undone extends Error {
  readonly sentences: string[]

  constructor(findings: readonly Finding[]) {
    super('undone')
    this.sentences = findings.map((finding) => finding.sentence)
  }
}

test('no finding holds a key value', async () => {
  const { app } = await busyShop()
  await sql`update license_key set state = 'revoked'`.execute(app.deps.db)
  const found = await sentences(app)
  expect(found.length).toBeGreaterThan(10)
  expect(found.join('\n')).not.toContain('KEY-')
})

test('doctor names at most fifty mistakes of one kind, and says that there are more', async () => {
  const app = await createTestApp()
  await makeStock(app, 60)
  await sql`update license_key set state = 'sold'`.execute(app.deps.db)
  await sql`update variant set stock = 0`.execute(app.deps.db)
  const found = await sentences(app)
  expect(found).toHaveLength(51)
  expect(found[0]).toBe('Key 1 is sold, but no order holds it.')
  expect(found.at(-1)).toBe('There are more than 50 of these; only the first are named.')
})

test('sealed secrets that the present secret does not open are counted, with what to do', async () => {
  const app = await createTestApp()
  const other = { ...app.deps, secrets: deriveSecrets('the secret of another folder, long enough') }
  expect(await examine(other)).toEqual([])

  dataOf(await app.call('PUT', '/admin/discord/settings', { bot_token: 'a.bot.token' }))
  for (const host of ['one', 'two']) await makeWebhook(app, `https://${host}.example/hook`)
  await turnOnTwoFactor(app)
  expect(await examine(app.deps)).toEqual([])
  const cure = 'Put back the secret that the shop had (APP_SECRET, or the file secret in DATA_DIR) and restart, or'
  expect(await examine(other)).toEqual(
    [
      `The bot token cannot be opened, so the bot cannot start. ${cure} save the token again in the Discord settings.`,
      `2 webhook secrets cannot be opened, so nothing can be delivered there. ${cure} rotate the secret of each webhook.`,
      `1 two-factor secret cannot be opened, so codes of these authenticator apps are refused. ${cure} run keydesk admin reset-password NAME --disable-two-factor for each of these members.`,
    ].map((sentence) => ({ area: 'secrets', sentence })),
  )
})
