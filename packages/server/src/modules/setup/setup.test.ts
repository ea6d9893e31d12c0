import type { SetupStep } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { command, createBotApp } from '../../testing/shop/discord.ts'
import { addMember } from '../../testing/shop/members.ts'
import { importShop } from '../../testing/shop/shop-imports.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'

/** The steps that are done. */
const done = async (app: TestApp): Promise<SetupStep[]> =>
  (dataOf(await app.call('GET', '/admin/setup')) as { step: SetupStep; is_done: boolean }[])
    .filter(({ is_done }) => is_done)
    .map(({ step }) => step)

test('a new shop has everything to do; each step ticks itself', async () => {
  const app = await createTestApp()
  expect(dataOf(await app.call('GET', '/admin/setup'))).toEqual(
    ['product', 'api_key', 'sale', 'discord', 'mail', 'team'].map((step) => ({ step, is_done: false })),
  )
  const { id } = await makeStock(app, 1)
  expect(await done(app)).toEqual(['product'])
  const shop = await openShop(app)
  expect(await done(app)).toEqual(['product', 'api_key'])
  const order = await shop.sell({ [id]: 1 })
  expect(await done(app)).toEqual(['product', 'api_key', 'sale'])
  // The only key is sold, and its order refunded: both steps stay done.
  await shop.refund(order.id)
  expect(await done(app)).toEqual(['product', 'api_key', 'sale'])
  await app.call('DELETE', `/admin/api-keys/${shop.apiKeyId}`)
  expect(await done(app)).toEqual(['product', 'sale'])
  await addMember(app, 'manager')
  expect(await done(app)).toEqual(['product', 'sale', 'team'])
})

test('an imported order is no sale of this shop', async () => {
  const app = await createTestApp()
  await importShop(app, 'products', 'keydesk', 'Product,Variant,Price\nNova,Day,5')
  await importShop(app, 'orders', 'keydesk', 'Date,Email,Product,Variant,Amount\n2029-05-05,a@example.com,Nova,Day,5')
  expect(await done(app)).toEqual([])
})

test('neither a variant without keys, a draft nor an unpaid order counts', async () => {
  const app = await createTestApp()
  const { id } = await makeStock(app, 1)
  const shop = await openShop(app)
  await shop.buy({ [id]: 1 })
  expect(await done(app)).toEqual(['api_key'])
})

test('Discord is done once the bot runs, with a channel and notifications on', async () => {
  const { app } = await createBotApp({ notifications_enabled: false })
  await command(app, 'start')
  expect(await done(app)).toEqual([])
  await app.call('PUT', '/admin/discord/settings', { notifications_enabled: true })
  expect(await done(app)).toEqual(['discord'])
  await command(app, 'stop')
  expect(await done(app)).toEqual([])
})

test('mail is done once there is a mail server', async () => {
  const app = await createTestApp({ mail: { url: 'smtp://127.0.0.1:1', sends: false } })
  expect(await done(app)).toEqual(['mail'])
})
