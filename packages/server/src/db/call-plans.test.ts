import { expect, test } from 'vitest'
import { purgeAsked } from '../modules/mails/mail-messages.service.ts'
import { expireDue } from '../modules/orders/order-steps.service.ts'
import { listPagesOf } from '../modules/orders/page-link.service.ts'
import { createTestApp, type TestApp } from '../testing.ts'
import { makeVariant } from '../testing/shop/catalogue.ts'
import { makeCoupon, tenOff } from '../testing/shop/coupons.ts'
import { importKeyList } from '../testing/shop/key-imports.ts'
import { plansOf, unindexed } from '../testing/databases/plans.ts'
import { cartOf, openShop, type Shop } from '../testing/shop/shop.ts'

/** Tables that grow with sales, stock and activity. */
const growing = [
  ...[
    'orders',
    'order_item',
    'refund',
    'refund_item',
    'license_key',
    'key_import',
    'key_replacement',
    'key_event',
    'activity',
    'referral',
    'payout',
    'outbox',
    'idempotent_answer',
    'customer_note',
    'search_word',
  ],
  ...['session', 'media_item', 'variant', 'product', 'coupon_product'],
  ...['quarter_hour_sales', 'product_day_sales', 'variant_day', 'bulk_change'],
]
const wholeTable = unindexed(...growing)

interface Place {
  readonly app: TestApp
  readonly shop: Shop
  readonly variantId: number
  readonly productId: number
  readonly completed: number
  /** One of three units is refunded. */
  readonly partly: number
  readonly pending: number
  readonly importId: number
  readonly referralCode: string
}

const key = { idempotencyKey: 'once' }
/** One new key, one in stock, one removed, and one sold. */
const list = { name: 'b', values: ['N-1', 'IMPORTED-1', 'IMPORTED-2', 'KEY-1'] }

type Calls = Readonly<Record<string, (place: Place) => Promise<unknown>>>

/** These calls change nothing, so they share one shop. */
const reads: Calls = {
  'a quote': ({ shop, variantId }) => shop.call('POST', '/quote', cartOf({ [variantId]: 1 }, { coupon_code: 'SAVE10' })),
  'a partly refunded order as the storefront sees it': ({ shop, partly }) => shop.call('GET', `/purchases/${partly}`),
  'a partly refunded order as the seller sees it': ({ app, partly }) => app.call('GET', `/admin/purchases/orders/${partly}`),
  'the usage of a coupon': ({ app }) => app.call('GET', '/admin/coupons/1/usage?days=90&time_zone=Asia/Kathmandu'),
  'an order as the storefront sees it': ({ shop, completed }) => shop.call('GET', `/purchases/${completed}`),
  'an order as the seller sees it': ({ app, completed }) => app.call('GET', `/admin/purchases/orders/${completed}`),
  "an order's keys": ({ app, completed }) => app.call('POST', `/admin/purchases/orders/${completed}/keys`),
  'the days of the Dashboard': ({ app }) => app.call('GET', '/admin/purchases/daily?days=90&time_zone=Asia/Kathmandu'),
  'what each product sold in a period': ({ app }) => app.call('GET', '/admin/purchases/by-product?days=90&time_zone=Asia/Kathmandu'),
  'the books': ({ app }) => app.call('GET', '/admin/books?days=90&time_zone=Asia/Kathmandu'),
  'a product': ({ app, productId }) => app.call('GET', `/products/id/${productId}`),
  'a variant with its keys': ({ app, variantId }) => app.call('GET', `/admin/variants/${variantId}`),
  'a dry run of an import': ({ app, variantId }) => app.call('POST', `/admin/variants/${variantId}/key-imports?dry_run=true`, list),
  'the imports of a variant': ({ app, variantId }) => app.call('GET', `/admin/variants/${variantId}/key-imports`),
  'the pages of a customer': async ({ app: { deps } }) => (await listPagesOf(deps.db, deps, 'buyer@example.com', 20)).length,
  'the life of a key': ({ app }) => app.call('POST', '/admin/keys/lookup', { value: 'KEY-1' }),
  'the life of a key by its id': ({ app }) => app.call('POST', '/admin/keys/lookup', { id: 1 }),
  'the announcements, and what became of their posts': ({ app }) => app.call('GET', '/admin/announcements?limit=100'),
  'the mails, and how many wait': ({ app }) => app.call('GET', '/admin/mails'),
  'the log of Discord': ({ app }) => app.call('GET', '/admin/discord/logs?limit=50'),
  'a dry run of a coupon': ({ app }) => app.call('POST', '/admin/coupons/dry-run', { ...tenOff, max_usage_per_user: 1 }),
  'what a new shop still needs': ({ app }) => app.call('GET', '/admin/setup'),
  'what prices would become': ({ app, variantId }) =>
    app.call('POST', '/admin/variants/prices?dry_run=true', { variant_ids: [variantId], change: { percent: 10 } }),
  'completed payouts': ({ app }) => app.call('GET', '/admin/referrals?type=payouts&status=completed&limit=10'),
}

const writes: Calls = {
  'a purchase': ({ shop, variantId, referralCode }) =>
    shop.call('POST', '/purchases', cartOf({ [variantId]: 1 }, { coupon_code: 'SAVE10', referral_code: referralCode }), key),
  'a completion': ({ shop, pending }) => shop.call('POST', `/purchases/${pending}/complete`, {}, key),
  'a cancellation': ({ shop, pending }) => shop.call('POST', `/purchases/${pending}/cancel`, {}, key),
  'a refund': ({ shop, completed }) => shop.call('POST', `/purchases/${completed}/refund`, {}, key),
  'a refund of one unit': ({ shop, partly }) =>
    shop.call('POST', `/purchases/${partly}/refund`, { items: [{ id: 2, quantity: 1 }], reason: 'Why' }, key),
  'reservations that end': ({ app }) => {
    app.clock.at = new Date(app.clock.at.getTime() + 3_600_000)
    return expireDue(app.deps)
  },
  'a save of a product': ({ app, productId }) => app.call('PUT', `/admin/products/${productId}`, { description: 'New' }),
  'a change of several products': ({ app, productId }) =>
    app.call('POST', '/admin/products/bulk', { ids: [productId], set: { sales_paused: true } }),
  'a change of several prices': ({ app, variantId }) =>
    app.call('POST', '/admin/variants/prices', { variant_ids: [variantId], change: { percent: 10 } }),
  'a duplicate of a product': ({ app, productId }) => app.call('POST', `/admin/products/${productId}/duplicate`, { name: 'Copy' }),
  'a save of keys': ({ app, variantId }) => app.call('PUT', `/admin/variants/${variantId}`, { keys: ['KEY-1', 'NEW-1'] }),
  'an import': ({ app, variantId }) => app.call('POST', `/admin/variants/${variantId}/key-imports`, list),
  'the cost of an import': ({ app, importId }) => app.call('PUT', `/admin/key-imports/${importId}/cost`, { cost_total: 10 }),
  'the undo of an import': ({ app, importId }) => app.call('POST', `/admin/key-imports/${importId}/undo`),
  'the replacement of a key': ({ app, completed }) =>
    app.call('POST', `/admin/purchases/orders/${completed}/keys/1/replace`, { reason: 'other' }),
  'a save of an announcement': ({ app }) => app.call('PUT', '/admin/announcements/1', { title: 'News', content: 'Other' }),
  'a payout run': ({ app }) => app.call('POST', '/admin/referrals/payout-runs', { payouts: [{ id: 1, transaction_id: 'tx' }] }),
  'a purge of the mails that somebody asked for': ({ app }) => purgeAsked(app.deps),
  'a sign-in': ({ app }) => app.call('POST', '/auth/password-login', { identity: 'admin', password: 'correct horse battery' }),
  'a sign-out': ({ app }) => app.call('POST', '/auth/logout'),
}

/** Indexes that a query uses only if it repeats their condition, or their collation. */
const partIndexes: Readonly<Record<string, string>> = {
  'a quote': 'orders_coupon_customer',
  'a purchase': 'license_key_stock',
  'a save of keys': 'license_key_stock',
  'a variant with its keys': 'license_key_stock',
  'the imports of a variant': 'license_key_import',
  'the undo of an import': 'license_key_import',
  'the cost of an import': 'license_key_import',
  'a dry run of a coupon': 'orders_completed',
  'the pages of a customer': 'orders_customer',
  'the books': 'payout_decided',
  'what each product sold in a period': 'orders_completed',
  'completed payouts': 'payout_transaction',
  'the log of Discord': 'outbox_log',
  'a purge of the mails that somebody asked for': 'outbox_mails',
}

test('what only reads goes through no table that grows', async () => {
  const place = await openPlace()
  for (const [name, call] of Object.entries(reads)) expect(await findMistakes(place, name, call), name).toEqual([])
})

test.each(Object.entries(writes))('%s goes through no table that grows', async (name, call) => {
  expect(await findMistakes(await openPlace(), name, call)).toEqual([])
})

/** The plans that scan a whole table, and the index that no plan uses. */
async function findMistakes(place: Place, name: string, call: Calls[string]): Promise<string[]> {
  const plans = await plansOf(place.app.deps.db, async () => {
    const answer = (await call(place)) as { status?: number } | number | void
    // A refusal runs fewer queries.
    if (typeof answer === 'object' && answer.status !== 200 && answer.status !== 201)
      throw new Error(`${name} answered with ${answer.status}`)
  })
  if (plans.length === 0) return ['It asks the database nothing']
  const index = partIndexes[name]
  const unused = index !== undefined && !plans.some((plan) => plan.includes(index)) ? [`It does not look into ${index}`] : []
  return [...plans.filter((plan) => wholeTable.test(plan)), ...unused]
}

async function openPlace(): Promise<Place> {
  const app = await createTestApp({ unused: true })
  const shop = await openShop(app)
  const { id: variantId, product_id: productId } = await makeVariant(app, ['KEY-1', 'P-1', 'P-2', 'P-3', 'KEY-2', 'KEY-3', 'KEY-4'])
  await makeCoupon(app, { code: 'SAVE10', max_usage_per_user: 9 })
  for (const title of ['News', 'More news']) await app.call('POST', '/admin/announcements', { title, content: 'Text' })
  const { id: userId, referral_code: referralCode } = await shop.addUser('ada')
  const { id: completed } = await shop.sell({ [variantId]: 1 }, { referral_code: referralCode })
  const { id: partly } = await shop.sell({ [variantId]: 3 }, { coupon_code: 'SAVE10', referral_code: referralCode })
  await shop.succeed('POST', `/purchases/${partly}/refund`, { items: [{ id: 2, quantity: 1 }] })
  for (let payout = 0; payout < 2; payout += 1) await shop.askPayout(userId, 0.1)
  await app.call('PUT', '/admin/referrals/payout/2/status', { status: 'completed', transaction_id: 'tx' })
  const { id: pending } = await shop.buy({ [variantId]: 1 }, { coupon_code: 'SAVE10' })
  const { id: importId } = await importKeyList(app, variantId, ['IMPORTED-1', 'IMPORTED-2'])
  await app.call('PUT', `/admin/variants/${variantId}`, { keys: ['KEY-3', 'KEY-4', 'IMPORTED-1'] })
  return { app, shop, variantId, productId, completed, partly, pending, importId, referralCode }
}
