import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp, seeded, type Random, type TestApp } from '../../testing.ts'
import { tenOff } from '../../testing/shop/coupons.ts'
import { readHistory } from '../../testing/shop/history.ts'
import { compare, states } from '../../testing/replay.ts'
import { cartOf, openShop, type Shop } from '../../testing/shop/shop.ts'
import { createApiKey, revokeApiKey } from '../api-keys/api-keys.service.ts'

/** Any call that changes something, on things that may or may not exist. */
const steps: readonly ((app: TestApp, shop: Shop, dice: Random) => Promise<unknown>)[] = [
  (app, _, dice) =>
    app.call('POST', '/admin/products', { name: text(dice), variants: [{ name: text(dice), price: 1, keys: newKeys(dice) }] }),
  (app, _, dice) =>
    app.call('PUT', `/admin/products/${anyId(dice)}`, {
      ...{ name: text(dice), featured: dice.chance(0.5), category: dice.pick(['cheats', 'spoofers', 'firmware']) },
      ...{
        cheat_type: dice.pick(['', 'dma']),
        spoofer_type: dice.pick(['', 'permanent']),
        update_status: dice.pick(['Updated', 'Updating']),
      },
      ...{ full_description: `<p>${text(dice)}</p>`, faq: [{ question: text(dice), answer: 'A' }] },
    }),
  (app, _, dice) => app.call('DELETE', `/admin/products/${anyId(dice)}`),
  (app, _, dice) =>
    app.call('POST', '/admin/products/bulk', { ids: [anyId(dice)], set: { sales_paused: dice.chance(0.3), unlisted: dice.chance(0.3) } }),
  (app, _, dice) => app.call('POST', `/admin/products/${anyId(dice)}/videos`, { url: `https://vimeo.com/${100_000 + dice.below(9)}` }),
  (app, _, dice) => app.call('DELETE', `/admin/products/${anyId(dice)}/media/${anyId(dice)}`),
  (app, _, dice) =>
    app.call('POST', '/admin/variants/', { product_id: anyId(dice), name: text(dice), price: dice.below(9), keys: newKeys(dice) }),
  (app, _, dice) =>
    app.call('PUT', `/admin/variants/${anyId(dice)}`, {
      ...{ name: text(dice), price: dice.below(900) / 100, max_per_order: 1 + dice.below(9) },
      ...(dice.chance(0.5) && { low_stock_threshold: dice.pick([null, 3]), keys: newKeys(dice) }),
    }),
  (app, _, dice) => app.call('DELETE', `/admin/variants/${anyId(dice)}`),
  (app, _, dice) => app.call('POST', '/admin/coupons', { ...tenOff, code: text(dice) }),
  (app, _, dice) =>
    app.call('PUT', `/admin/coupons/${anyId(dice)}`, {
      ...{ ...tenOff, code: text(dice), discount_value: 1 + dice.below(50), max_usage: dice.below(9) },
      ...(dice.chance(0.5) && { applicable_to_all: false, applicable_products: [anyId(dice)] }),
      ...(dice.chance(0.3) && { starts_at: dice.pick([null, '2030-01-15T00:00:00.000Z']) }),
    }),
  (app, _, dice) => app.call('POST', `/admin/coupons/${anyId(dice)}/${dice.pick(['activate', 'deactivate'])}`),
  (app, _, dice) => app.call('DELETE', `/admin/coupons/${anyId(dice)}`),
  (app, _, dice) => app.call('POST', '/admin/announcements', { title: text(dice), content: text(dice), ...posting(dice) }),
  (app, _, dice) =>
    app.call('PUT', `/admin/announcements/${anyId(dice)}`, {
      ...{ title: text(dice), content: text(dice), update_post: dice.chance(0.5) },
      ...posting(dice),
    }),
  (app, _, dice) => app.call('DELETE', `/admin/announcements/${anyId(dice)}`),
  (app, _, dice) => app.call('POST', '/admin/games', { name: text(dice) }),
  (app, _, dice) =>
    app.call('PUT', '/admin/discord/settings', {
      ...{ updates_channel_id: dice.pick(['', '300000000000000001']), notifications_enabled: dice.chance(0.5) },
      ...(dice.chance(0.3) && { bot_token: 'a.b.c' }),
    }),
  (_, shop, dice) => {
    const name = text(dice)
    return shop.call('POST', '/users', { username: name, email: `${name}@example.com` })
  },
  (app, _, dice) =>
    app.call('PUT', `/admin/referrals/settings/${anyId(dice)}`, { enabled: dice.chance(0.7), custom_commission: dice.below(100) }),
  (app, _, dice) => app.call('POST', `/admin/referrals/custom-code/${anyId(dice)}`, { code: `CODE-${dice.below(9)}` }),
  (_, shop, dice) =>
    shop.call('POST', '/purchases', cartOf({ [anyId(dice)]: 1 + dice.below(2) }, { customer_email: `${text(dice)}@example.com` })),
  (_, shop, dice) => shop.call('POST', `/purchases/${anyId(dice)}/complete`, { payment_reference: text(dice) }),
  (_, shop, dice) => shop.call('POST', `/purchases/${anyId(dice)}/${dice.pick(['cancel', 'refund'])}`),
  (_, shop, dice) =>
    shop.call('POST', `/purchases/${anyId(dice)}/refund`, { items: [{ id: anyId(dice), quantity: 1 }], reason: text(dice) }),
  async ({ deps }, _, dice) => revokeApiKey(deps, system, (await createApiKey(deps, system, text(dice))).id),
  (app, _, dice) => {
    const body = { url: 'https://shop.example', events: [dice.pick(['order.completed', 'product.changed'])], active: dice.chance(0.6) }
    const [method, path] = dice.pick([
      ['POST', ''],
      ['PUT', `/${anyId(dice)}`],
      ['POST', `/${anyId(dice)}/rotate-secret`],
      ['POST', `/${anyId(dice)}/test`],
    ] as const)
    return app.call(method, `/admin/webhooks${path}`, body)
  },
  async (app, _, dice) => {
    const entries = (await readHistory(app, 'limit=500')).filter((row) => row.can_restore)
    if (entries.length === 0) return
    const { id, restorable } = dice.pick(entries)
    return app.call('POST', `/admin/activity/${id}/restore`, restorable.length === 0 ? {} : { field: dice.pick(restorable) })
  },
]

const anyId = (dice: Random): number => 1 + dice.below(6)
const text = (dice: Random): string => `name-${dice.below(40)}`
const posting = (dice: Random) => ({
  ...(dice.chance(0.5) && { publish_at: dice.pick([null, '2030-01-01T01:00:00.000Z']), post_to_discord: dice.chance(0.7) }),
  ...(dice.chance(0.3) && { mention_role_id: dice.pick([null, '400000000000000001']) }),
})
const newKeys = (dice: Random): string[] => Array.from({ length: dice.below(3) }, () => `KEY-${dice.below(100_000)}`)

/** `npm run soak` runs more. */
const wanted = Number(process.env['KEYDESK_SOAK_CHOICES'] ?? 150)

test('nothing changes without a row, and the rows of a thing say what is stored of it', { timeout: 60_000 + wanted * 200 }, async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const dice = seeded(Number(process.env['KEYDESK_SEED'] ?? 1))
  let before = JSON.stringify(await states(app))
  let rows = 0
  for (let step = 0; step < wanted; step += 1) {
    const nth = dice.below(steps.length)
    const answer = (await steps[nth]!(app, shop, dice)) as { status?: number; body?: unknown } | undefined
    expect(answer?.status ?? 200, JSON.stringify(answer?.body)).toBeLessThan(500)
    const now = await states(app)
    const after = JSON.stringify(now)
    const { count } = await app.deps.db
      .selectFrom('activity')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count, `step ${nth} leaves no row`).toBeGreaterThan(after === before ? rows - 1 : rows)
    ;[before, rows] = [after, count]
  }
  await compare(app)
  const kinds = await app.deps.db.selectFrom('activity').select('action').distinct().execute()
  expect(kinds.length).toBeGreaterThan(20)
})
