import { expect, test } from 'vitest'
import { makeVariant, saveProduct, saveVariant } from '../../testing/catalogue.ts'
import { alertsChannel, command, createBotApp, createRunningBot, expectNewest, listLogs } from '../../testing/discord.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestApp } from '../../testing.ts'
import { noticeLowStock } from '../variants/runway.service.ts'

const keys = (count: number, prefix = 'KEY') => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
const alerts = async (app: TestApp) => (await listLogs(app)).filter((log) => log.type === 'alert')
const setUp = { alerts_channel_id: alertsChannel, restock_channel_id: '' }

test('one alert a dip, and the next only after the stock was fine again', async () => {
  const { app, bot } = await createRunningBot({ ...setUp, product_url: 'https://shop.example/p/{id}' })
  const shop = await openShop(app)
  const { id, product_id } = await makeVariant(app, keys(20))
  await noticeLowStock(app.deps)
  expect(await alerts(app)).toEqual([])
  // 3 a day: 17 are enough for 5.6 days.
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
    return variant
  }
  const [refilled, hidden, gone] = [await low('A'), await low('B'), await low('C')]
  await noticeLowStock(app.deps)
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
