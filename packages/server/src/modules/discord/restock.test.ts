import { expect, test } from 'vitest'
import { dataOf, makeProduct, makeVariant, saveProduct, saveVariant } from '../../testing/shop/catalogue.ts'
import {
  command,
  createBotApp,
  createRunningBot,
  expectNewest,
  listLogs,
  move,
  moveDays,
  restockChannel,
  refusing,
} from '../../testing/shop/discord.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import type { TestApp } from '../../testing.ts'
import { expireDue } from '../orders/order-steps.service.ts'

const hour = 3_600_000

/** Removes all keys of a variant, then adds a new one. */
async function restock(app: TestApp, id: number): Promise<void> {
  await saveVariant(app, id, { keys: [] })
  await saveVariant(app, id, { keys: [`KEY-${app.clock.at.getTime()}`] })
}

test('keys that come back from an abandoned cart are no restock', async () => {
  const { app, bot } = await createRunningBot()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 1)
  await expectNewest(app, { type: 'restock', status: 'success' })
  // Go past the time in which a restock is not announced again.
  await move(app, 7 * hour)
  for (let cart = 0; cart < 3; cart += 1) {
    await shop.buy({ [id]: 1 })
    await move(app, hour)
    expect(await expireDue(app.deps)).toBe(1)
  }
  await shop.cancel((await shop.buy({ [id]: 1 })).id)
  expect(await listLogs(app)).toHaveLength(1)
  expect(bot.posted).toHaveLength(1)
})

test('a restock of a variant is announced once in 6 hours, of another variant of the product at once', async () => {
  const { app } = await createRunningBot()
  const { id, product_id } = await makeVariant(app, ['A'])
  await expectNewest(app, { status: 'success' })
  await move(app, 6 * hour - 1)
  await restock(app, id)
  expect(await listLogs(app)).toHaveLength(1)
  await app.call('POST', '/admin/variants/', { product_id, name: 'Other', price: 1, keys: ['B'] })
  await expectNewest(app, { id: 2, status: 'success' })
  await move(app, 1)
  await restock(app, id)
  // It joins the recent message of the other variant.
  expect(await listLogs(app)).toHaveLength(2)
  const nextDay = await moveDays(app, 1)
  await restock(nextDay, id)
  await expectNewest(nextDay, { id: 3, type: 'restock', status: 'success', channel_id: restockChannel })
})

test('restocks that piled up while the bot was stopped are announced once', async () => {
  const { app, bot } = await createBotApp()
  const { id } = await makeVariant(app, ['A'], { name: 'Week' })
  await move(app, 6 * hour)
  await restock(app, id)
  expect(await listLogs(app)).toHaveLength(2)
  await command(app, 'start')
  await expectNewest(app, { id: 2, status: 'skipped', error_detail: 'Announced less than 6 hours ago' })
  expect(bot.posted).toMatchObject([{ message: { title: 'Aim', fields: [{ name: 'Week' }] } }])
})

test('a restock that is sold out again before it is posted is not announced, and keeps no other back', async () => {
  const { app, bot } = await createBotApp()
  const shop = await openShop(app)
  const { id } = await makeVariant(app, ['A'], { name: 'Week' })
  await shop.sell({ [id]: 1 })
  // They share a message.
  const month = await makeVariant(app, ['B'], { name: 'Month' })
  await app.call('POST', '/admin/variants/', { product_id: month.product_id, name: 'Year', price: 15, keys: ['C'] })
  await shop.sell({ [month.id]: 1 })
  await command(app, 'start')
  await expectNewest(app, { id: 2, status: 'success' })
  expect(await listLogs(app)).toMatchObject([{}, { id: 1, status: 'skipped', error_detail: 'Sold out again', message_id: null }])
  await saveVariant(app, id, { keys: ['D'] })
  await expectNewest(app, { id: 3, status: 'success' })
  await move(app, 60_000)
  await saveVariant(app, month.id, { keys: ['E'] })
  await expectNewest(app, { id: 4, status: 'success' })
  expect(bot.posted.map(({ message }) => message.fields)).toMatchObject([[{ name: 'Year' }], [{ name: 'Week' }], [{ name: 'Month' }]])
})

test('a restock whose keys are all reserved is announced: an order that ends unpaid brings them back without another one', async () => {
  const { app, bot } = await createBotApp()
  const shop = await openShop(app)
  const { id } = await makeVariant(app, ['A'], { name: 'Week' })
  await shop.buy({ [id]: 1 })
  await command(app, 'start')
  await expectNewest(app, { id: 1, status: 'success' })
  expect(bot.posted).toMatchObject([{ message: { fields: [{ name: 'Week' }] } }])
})

test('a variant that is sold out stays in a post that another joins', async () => {
  const { app, bot } = await createRunningBot()
  const shop = await openShop(app)
  const { id, product_id } = await makeVariant(app, ['A'], { name: 'Week' })
  await expectNewest(app, { status: 'success' })
  await shop.sell({ [id]: 1 })
  await app.call('POST', '/admin/variants/', { product_id, name: 'Month', price: 15, keys: ['B'] })
  await expect.poll(() => bot.posted[0]?.edits).toBe(1)
  expect(bot.posted).toMatchObject([{ message: { fields: [{ name: 'Week' }, { name: 'Month' }] } }])
})

test('removed keys that are put back are a restock', async () => {
  const { app } = await createRunningBot()
  const { id } = await makeVariant(app, ['A'])
  await expectNewest(app, { status: 'success' })
  await saveVariant(app, id, { keys: [] })
  await move(app, 6 * hour)
  const [removed] = dataOf(await app.call('GET', `/admin/variants/${id}/removed-keys`)) as { id: number }[]
  await app.call('POST', `/admin/variants/${id}/removed-keys/restore`, { ids: [removed!.id] })
  await expectNewest(app, { id: 2, type: 'restock', status: 'success' })
  expect(await listLogs(app)).toHaveLength(2)
})

test('a restock that was not posted does not keep the next one back', async () => {
  const { app, bot } = await createRunningBot()
  bot.onPost = refusing('no_permission')
  const { id } = await makeVariant(app, ['A'])
  await expectNewest(app, { status: 'failed' })
  bot.onPost = () => undefined
  await restock(app, id)
  await expectNewest(app, { id: 2, status: 'success' })
  expect(bot.posted).toHaveLength(1)
})

test('a variant that could not be added to a post is announced by its next restock, those in the post are not', async () => {
  const { app, bot } = await createRunningBot()
  const week = await makeVariant(app, ['A'], { name: 'Week' })
  await expectNewest(app, { status: 'success' })
  bot.onPost = refusing('unknown_message')
  await move(app, 1_000)
  const more = { product_id: week.product_id, name: 'Month', price: 1, keys: ['B'] }
  const month = dataOf(await app.call('POST', '/admin/variants/', more)) as { id: number }
  await expectNewest(app, { id: 1, status: 'success', error_detail: expect.stringMatching(/^The post could not be edited\. \S/) })
  bot.onPost = () => undefined
  await move(app, 60_000)
  await restock(app, week.id)
  await move(app, 1)
  await restock(app, month.id)
  await expectNewest(app, { id: 2, status: 'success', error_detail: null })
  expect(bot.posted).toMatchObject([{ message: { fields: [{ name: 'Week' }] } }, { message: { fields: [{ name: 'Month' }] } }])
})

test('a restock while sales are paused is not posted, nor once they resume; the next one is', async () => {
  const { app, bot } = await createRunningBot()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, { sales_paused: true })
  const week = { product_id: id, name: 'Week', price: 5, keys: ['A'] }
  const variant = dataOf(await app.call('POST', '/admin/variants/', week)) as { id: number }
  await expectNewest(app, { type: 'restock', status: 'skipped', error_detail: 'Sales are paused' })
  await saveProduct(app, id, { sales_paused: false })
  await move(app, 1_000)
  await restock(app, variant.id)
  await expectNewest(app, { type: 'restock', status: 'success' })
  expect(await listLogs(app)).toHaveLength(2)
  expect(bot.posted).toMatchObject([{ message: { fields: [{ name: 'Week' }] } }])
})

test('the message has names and prices as they are when it is sent, without variants that are gone', async () => {
  const { app, bot } = await createBotApp()
  const week = await makeVariant(app, ['A'], { name: 'Week', price: 5 })
  await app.call('POST', '/admin/variants/', { product_id: week.product_id, name: 'Month', price: 15, keys: ['B'] })
  await app.call('DELETE', `/admin/variants/${week.id}?permanent=true`)
  await saveProduct(app, week.product_id, { name: 'Northlight' })
  await command(app, 'start')
  await expectNewest(app, { status: 'success' })
  expect(bot.posted).toMatchObject([{ message: { title: 'Northlight', fields: [{ name: 'Month', value: '$15.00' }] } }])
})

test('variants of a product that come back at the same moment share one message', async () => {
  const { app } = await createBotApp()
  const { id } = await makeProduct(app)
  const add = (name: string) => app.call('POST', '/admin/variants/', { product_id: id, name, price: 1, keys: [`KEY-${name}`] })
  await Promise.all(['1', '2', '3', '4'].map(add))
  const [row, ...others] = await listLogs(app)
  expect([row?.type, others]).toEqual(['restock', []])
  const { body } = await app.deps.db.selectFrom('outbox').select('body').executeTakeFirstOrThrow()
  expect((JSON.parse(body ?? '') as { variants: unknown[] }).variants).toHaveLength(4)
})

test('a product with more variants than a post can name gets a second post', async () => {
  const { app, bot } = await createBotApp()
  const { id } = await makeProduct(app)
  const names = Array.from({ length: 30 }, (_, index) => `Variant ${index + 1}`)
  for (const name of names) await app.call('POST', '/admin/variants/', { product_id: id, name, price: 1, keys: [`KEY-${name}`] })
  await command(app, 'start')
  await expectNewest(app, { id: 2, status: 'success' })
  const posted = bot.posted.map(({ message }) => message.fields.map(({ name }) => name))
  expect(posted).toEqual([names.slice(0, 25), names.slice(25)])
})
