import { bulkMessage, type BulkChange, type BulkSet } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { dataOf, makeProduct, saveProduct } from '../../testing/shop/catalogue.ts'
import { command, createBotApp, createRunningBot, expectNewest, listLogs, updatesChannel } from '../../testing/shop/discord.ts'
import type { TestApp } from '../../testing.ts'

const set: BulkSet = { update_status: 'Updating', detection_status: 'Detected', sales_paused: true }
const text = 'A new anti-cheat is out. We are working on it.'

async function makeProducts(app: TestApp): Promise<number[]> {
  const ids: number[] = []
  for (const name of ['Hidden', 'Aurora', 'Borealis']) ids.push((await makeProduct(app, { name })).id)
  await saveProduct(app, ids[0]!, { unlisted: true })
  return ids
}
const change = async (app: TestApp, body: object) => dataOf(await app.call('POST', '/admin/products/bulk', body)) as BulkChange

test('several products share one message, which is the one that the dialog shows, and make none of their own', async () => {
  const { app, bot } = await createRunningBot()
  const ids = await makeProducts(app)
  await change(app, { ids, set, announce: { text } })
  await expectNewest(app, { type: 'update', status: 'success', channel_id: updatesChannel })
  expect(await listLogs(app)).toHaveLength(1)
  expect(bot.posted).toMatchObject([{ message: { ...bulkMessage(['Borealis', 'Aurora'], set, text), url: null, thumbnail: null } }])
  expect(bot.posted[0]!.message).toMatchObject({ title: 'News of 2 products', description: `${text}\n\n• Borealis\n• Aurora` })
})

test('without an announcement nothing is posted', async () => {
  const { app } = await createBotApp()
  await change(app, { ids: await makeProducts(app), set })
  expect(await listLogs(app)).toEqual([])
})

test('a repeat that changes nothing posts nothing', async () => {
  const { app } = await createBotApp()
  const body = { ids: await makeProducts(app), set, announce: { text } }
  await change(app, body)
  expect((await change(app, body)).changed).toEqual([])
  expect(await listLogs(app)).toHaveLength(1)
})

test('unlisted products and notifications that are off make no message', async () => {
  const { app } = await createBotApp()
  const [hidden, aurora] = await makeProducts(app)
  await change(app, { ids: [hidden], set, announce: { text } })
  await app.call('PUT', '/admin/discord/settings', { notifications_enabled: false })
  await change(app, { ids: [aurora], set, announce: { text } })
  expect(await listLogs(app)).toEqual([])
})

test('what was undone before it was sent is not posted', async () => {
  const { app, bot } = await createBotApp()
  const { undo_token } = await change(app, { ids: await makeProducts(app), set, announce: { text } })
  await app.call('POST', '/admin/products/bulk/undo', { undo_token })
  await command(app, 'start')
  await expectNewest(app, { type: 'update', status: 'skipped', error_detail: 'The change was undone' })
  expect(await listLogs(app)).toHaveLength(1)
  expect(bot.posted).toEqual([])
})
