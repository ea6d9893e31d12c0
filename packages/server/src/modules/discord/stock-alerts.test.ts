import { limits } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { makeVariant, saveProduct, saveVariant } from '../../testing/shop/catalogue.ts'
import { alertsChannel, command, createBotApp, createRunningBot, expectNewest, listLogs, moveDays } from '../../testing/shop/discord.ts'
import { openShop } from '../../testing/shop/shop.ts'
import type { TestApp } from '../../testing.ts'
import { noticeLowStock } from '../stock/runway.service.ts'

const keys = (count: number, prefix = 'KEY') => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
const alerts = async (app: TestApp) => (await listLogs(app)).filter((log) => log.type === 'alert')
const setUp = { alerts_channel_id: alertsChannel, restock_channel_id: '' }

test('one alert a dip, and the next only after the stock was fine again', async () => {
  const { app, bot } = await createRunningBot({ ...setUp, product_url: 'https://shop.example/p/{id}' })
  const shop = await openShop(app)
  const { id, product_id } = await makeVariant(app, keys(20))
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toEqual([])
  // At 3 sales a day, 17 keys last 5.6 days.
  await shop.sell({ [id]: 3 })
  await noticeLowStock(app.deps)
  await noticeLowStock(app.deps)
  await expectNewest(app, { type: 'alert', status: 'success', channel_id: alertsChannel })
  expect(bot.posted).toMatchObject([
    {
      channelId: alertsChannel,
      message: {
        ...{ title: 'Aim', description: 'Running low', url: `https://shop.example/p/${product_id}` },
        fields: [{ name: 'Month', value: '17 left, enough for 5.6 days' }],
      },
    },
  ])
  await shop.sell({ [id]: 1 })
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toHaveLength(1)

  await saveVariant(app, id, { keys: keys(200, 'NEW') })
  await noticeLowStock(app.deps)
  await saveVariant(app, id, { keys: [] })
  await noticeLowStock(app.deps)
  await expectNewest(app, { id: 2, type: 'alert', status: 'success' })
  expect(bot.posted[1]!.message).toMatchObject({ description: 'Out of stock', fields: [{ value: '0 left, enough for 0 days' }] })
})

test("a variant's own threshold makes an alert where nothing sells", async () => {
  const { app } = await createBotApp(setUp)
  const { id } = await makeVariant(app, keys(5))
  await noticeLowStock(app.deps)
  await saveVariant(app, id, { low_stock_threshold: 5 })
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toMatchObject([{ status: 'pending', channel_id: alertsChannel }])
})

test('what stays sold out makes no second alert, even after its sales are too old to count', async () => {
  const { app: start } = await createBotApp(setUp)
  const shop = await openShop(start)
  const { id } = await makeVariant(start, keys(1))
  await shop.sell({ [id]: 1 })
  await noticeLowStock(start.deps)
  expect(await alerts(start)).toHaveLength(1)
  const app = await moveDays(start, limits.demandDays)
  await noticeLowStock(app.deps)
  await saveVariant(app, id, { low_stock_threshold: 5 })
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toHaveLength(1)
  await saveVariant(app, id, { keys: keys(6, 'NEW') })
  await noticeLowStock(app.deps)
  await saveVariant(app, id, { keys: keys(5, 'NEW') })
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toHaveLength(2)
})

test('two servers that look at once make one alert', async () => {
  const { app } = await createBotApp(setUp)
  const { id } = await makeVariant(app, keys(5))
  await saveVariant(app, id, { low_stock_threshold: 5 })
  await Promise.all([1, 2, 3].map(() => noticeLowStock(app.deps)))
  expect(await alerts(app)).toHaveLength(1)
})

test.each([
  ['while notifications are off', { notifications_enabled: false }],
  ['where no channel is chosen for them', { alerts_channel_id: '' }],
])('there is no alert %s, nor later for the same dip', async (_, settings) => {
  const { app } = await createBotApp({ ...setUp, ...settings })
  const { id } = await makeVariant(app, keys(5))
  await saveVariant(app, id, { low_stock_threshold: 5 })
  await noticeLowStock(app.deps)
  await app.call('PUT', '/admin/discord/settings', { notifications_enabled: true, alerts_channel_id: alertsChannel })
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toEqual([])
})

test('an alert is not posted when the stock is fine by then, or the product is unlisted', async () => {
  const { app, bot } = await createBotApp(setUp)
  const low = async (prefix: string) => {
    const variant = await makeVariant(app, keys(5, prefix))
    await saveVariant(app, variant.id, { low_stock_threshold: 5 })
    // Each variant has a check of its own.
    app.clock.at = new Date(app.clock.at.getTime() + 1000)
    await noticeLowStock(app.deps)
    return variant
  }
  const [refilled, hidden, gone] = [await low('A'), await low('B'), await low('C')]
  await saveVariant(app, refilled.id, { keys: keys(50, 'D') })
  await saveProduct(app, hidden.product_id, { unlisted: true })
  await app.call('DELETE', `/admin/variants/${gone.id}?permanent=true`)
  await command(app, 'start')
  await expectNewest(app, { status: 'skipped' })
  await expect
    .poll(async () => (await alerts(app)).map((log) => log.error_detail).toReversed())
    .toEqual(['In stock again', 'The product is unlisted', 'The variant was deleted'])
  expect(bot.posted).toEqual([])
})

test('an abandoned cart makes no alert, neither while it holds the keys nor after; a paid one does', async () => {
  const { app } = await createBotApp(setUp)
  const shop = await openShop(app)
  const { id } = await makeVariant(app, keys(6))
  await saveVariant(app, id, { low_stock_threshold: 4 })
  const abandoned = await shop.buy({ [id]: 5 })
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toEqual([])
  await shop.cancel(abandoned.id)
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toEqual([])
  await shop.sell({ [id]: 2 })
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toHaveLength(1)
  // The stock is still low from before: there is no second alert.
  await shop.buy({ [id]: 3 })
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toHaveLength(1)
})

test('a reserved key that is marked for removal does not count as stock', async () => {
  const { app } = await createBotApp(setUp)
  const shop = await openShop(app)
  const { id, keys_seen } = await makeVariant(app, keys(6))
  await saveVariant(app, id, { low_stock_threshold: 4 })
  await shop.buy({ [id]: 3 })
  await saveVariant(app, id, { keys: keys(6).slice(3), keys_seen })
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toHaveLength(1)
})

test('variants that become low in one action are one post, of one product and of several', async () => {
  const { app, bot } = await createRunningBot(setUp)
  const shop = await openShop(app)
  const first = await makeVariant(app, keys(10, 'A'))
  const second = await makeVariant(app, keys(9, 'B'))
  const third = await makeVariant(app, keys(9, 'C'))
  await saveProduct(app, second.product_id, { name: 'שלום' })
  for (const { id } of [first, second, third]) await saveVariant(app, id, { low_stock_threshold: 4 })
  await noticeLowStock(app.deps)
  await shop.sell({ [first.id]: 5, [second.id]: 9 })
  await noticeLowStock(app.deps)
  await expectNewest(app, { type: 'alert', status: 'success', subject_name: null })
  await shop.sell({ [third.id]: 6 })
  await noticeLowStock(app.deps)
  await expectNewest(app, { id: 2, type: 'alert', status: 'success', subject_name: 'Aim' })
  expect(bot.posted.map(({ message }) => [message.title, message.description, message.fields.map(({ name }) => name)])).toEqual([
    ['2 variants run low', 'Running low', ['Aim - Month', '\u2068שלום\u2069 - Month']],
    ['Aim', 'Running low', ['Month']],
  ])
  expect(bot.posted[0]!.message.fields.map(({ value }) => value)).toEqual(['5 left, enough for 1 day', '0 left, enough for 0 days'])
})
