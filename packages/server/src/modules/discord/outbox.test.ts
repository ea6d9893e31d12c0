import type { DiscordLogRow } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { dataOf, makeProduct, makeVariant, saveProduct, saveVariant } from '../../testing/shop/catalogue.ts'
import {
  announce,
  command,
  createBotApp,
  createRunningBot,
  expectNewest,
  later,
  listLogs,
  move,
  readStatus,
  restockChannel,
  updatesChannel,
  refusing,
} from '../../testing/shop/discord.ts'
import { entryOf, restore } from '../../testing/shop/history.ts'
import { testNow } from '../../testing.ts'

test('an update is posted, and the logs say so', async () => {
  const { app, bot } = await createRunningBot()
  const { id } = await makeProduct(app, { name: 'Northlight' })
  await saveProduct(app, id, { update_status: 'Updating', detection_status: 'Detected' })
  await expectNewest(app, {
    ...{ id: 1, type: 'update', subject_name: 'Northlight', status: 'success', channel_id: updatesChannel, message_id: 'm1' },
    ...{ sent_at: '2030-01-01T00:00:00.000Z', error_detail: null },
  })
  expect(bot.posted).toMatchObject([
    {
      channelId: updatesChannel,
      message: {
        ...{
          title: 'Northlight',
          url: null,
          thumbnail: null,
          color: 0xef4444,
          timestamp: '2030-01-01T00:00:00.000Z',
        },
        fields: [
          { name: 'Update status', value: 'Updating' },
          { name: 'Detection status', value: 'Detected' },
        ],
      },
    },
  ])
  const posted = { message: 'Posted update "Northlight"', is_error: false }
  await expect.poll(async () => (await readStatus(app)).logs.at(-1)).toMatchObject(posted)
})

test('an added update item is posted; other edits of a product, and edits of an item, are not', async () => {
  const { app, bot } = await createRunningBot()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, { name: '*Other*', featured: true, instructions: 'Do it' })
  const one = { title: 'One', date: '2030-01-01', description: '<p>First &amp; <strong>foremost</strong></p>' }
  await saveProduct(app, id, { updates: [one] })
  await saveProduct(app, id, { updates: [{ ...one, description: '<p>Better words</p>' }] })
  await saveProduct(app, id, { updates: [] })
  await expectNewest(app, { type: 'update', status: 'success' })
  expect(await listLogs(app)).toHaveLength(1)
  const fields = [{ name: 'One (2030-01-01)', value: 'First & foremost' }]
  expect(bot.posted).toMatchObject([{ message: { title: '\\*Other\\*', fields } }])
  await expect.poll(async () => (await readStatus(app)).logs.at(-1)?.message).toBe('Posted update "*Other*"')
})

test('an update item that was removed and is restored from the history is not posted again', async () => {
  const { app } = await createRunningBot()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, { updates: [{ title: 'One', date: '2030-01-01', description: '<p>First</p>' }] })
  await saveProduct(app, id, { updates: [] })
  expect(await restore(app, await entryOf(app, 'product.updated'), 'updates')).toMatchObject({ body: { data: { updates: [{}] } } })
  expect(await listLogs(app)).toHaveLength(1)
  // A status is news whoever sets it.
  await saveProduct(app, id, { update_status: 'Updating' })
  await restore(app, await entryOf(app, 'product.updated'), 'update_status')
  expect(await listLogs(app)).toHaveLength(3)
})

test('a restock is from nothing to more: by a new variant, and by saved keys', async () => {
  const { app } = await createBotApp()
  const first = await makeVariant(app, ['SECRET-1'], { name: 'Week', price: 5 })
  await saveVariant(app, first.id, { keys: ['SECRET-1', 'SECRET-2'] })
  await saveVariant(app, first.id, { keys: [] })
  expect(await listLogs(app)).toMatchObject([{ type: 'restock', channel_id: restockChannel }])
  await move(app, 6 * 3_600_000)
  await saveVariant(app, first.id, { keys: ['SECRET-3'] })
  expect(await listLogs(app)).toMatchObject([
    { type: 'restock', channel_id: restockChannel },
    { type: 'restock', channel_id: restockChannel },
  ])
  const stored = await app.deps.db.selectFrom('outbox').select('body').execute()
  expect(JSON.stringify(stored)).not.toContain('SECRET')
})

test('several imports of one product within 60 seconds make one message, which is completed', async () => {
  const { app, bot } = await createRunningBot()
  const week = await makeVariant(app, ['A'], { name: 'Week', price: 5 })
  await expectNewest(app, { status: 'success' })
  await move(app, 59_000)
  const month = { product_id: week.product_id, name: 'Month', price: 15 }
  await app.call('POST', '/admin/variants/', { ...month, keys: ['B'] })
  await expect.poll(() => bot.posted[0]?.edits).toBe(1)
  expect(bot.posted).toMatchObject([
    {
      channelId: restockChannel,
      message: {
        ...{ title: 'Aim', description: 'Back in stock', color: 0x16a34a },
        fields: [
          { name: 'Week', value: '$5.00' },
          { name: 'Month', value: '$15.00' },
        ],
      },
    },
  ])
  // The message already names this variant: there is no other one.
  await saveVariant(app, week.id, { keys: [] })
  await saveVariant(app, week.id, { keys: ['C'] })
  await expectNewest(app, { status: 'success', message_id: 'm1', sent_at: testNow.toISOString() })
  expect([bot.posted.length, bot.posted[0]?.edits, (await listLogs(app)).length]).toEqual([1, 1, 1])
})

test('what joined a message whose answer was lost is completed once that message is known', async () => {
  const { app, bot } = await createRunningBot()
  // The message is posted, but the answer is lost.
  bot.onPost = (message, channelId) => {
    bot.onPost = () => undefined
    bot.posted.push({ channelId, message, nonce: '', edits: 0 })
    return later({ isKnown: false })
  }
  const { product_id } = await makeVariant(app, ['A'], { name: 'Week' })
  await expectNewest(app, { error_detail: 'status 500' })
  // Discord recognises the nonce, and returns the message that it has.
  const { idempotency_key: nonce } = await app.deps.db.selectFrom('outbox').select('idempotency_key').executeTakeFirstOrThrow()
  Object.assign(bot.posted[0]!, { nonce })
  await app.call('POST', '/admin/variants/', { product_id, name: 'Month', price: 1, keys: ['B'] })
  await move(app, 1_000)
  await expectNewest(app, { status: 'success' })
  expect(bot.posted).toMatchObject([{ edits: 1, message: { fields: [{ name: 'Week' }, { name: 'Month' }] } }])
})

test('an edit of a message that is gone leaves it as posted, and says so', async () => {
  const { app, bot } = await createRunningBot()
  const { product_id } = await makeVariant(app, ['A'])
  await expectNewest(app, { status: 'success' })
  bot.onPost = refusing('other', 'Unknown Message, code 10008')
  await app.call('POST', '/admin/variants/', { product_id, name: 'Other', price: 1, keys: ['B'] })
  await expect.poll(async () => (await readStatus(app)).logs.at(-1)?.is_error).toBe(true)
  const error_detail = 'The post could not be edited. Discord refused the message (Unknown Message, code 10008)'
  expect(await listLogs(app)).toMatchObject([{ status: 'success', message_id: 'm1', error_detail }])
})

test.each([
  ['notifications are disabled', { notifications_enabled: false }],
  ['no channel is chosen', { updates_channel_id: '', restock_channel_id: '' }],
])('while %s nothing is stored', async (_, settings) => {
  const { app } = await createBotApp(settings)
  const { product_id } = await makeVariant(app, ['A'])
  await saveProduct(app, product_id, { update_status: 'Updating' })
  await announce(app, 'Sale')
  expect(await listLogs(app)).toEqual([])
})

test('nothing is posted about unlisted products, nor about a change that failed', async () => {
  const { app } = await createBotApp()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, { unlisted: true })
  await saveProduct(app, id, { update_status: 'Updating' })
  await app.call('POST', '/admin/variants/', { product_id: id, name: 'Month', price: 1, keys: ['A'] })
  await app.call('PUT', `/admin/products/${id}`, { detection_status: 'Detected', version: 1 })
  expect(await listLogs(app)).toEqual([])
})

test('what was stored while the bot was stopped is posted when it starts, in order in each channel', async () => {
  const { app, bot } = await createBotApp()
  for (const title of ['1', '2', '3']) await announce(app, title)
  await makeVariant(app, ['A'])
  expect(await listLogs(app)).toMatchObject(Array.from({ length: 4 }, () => ({ status: 'pending', sent_at: null, message_id: null })))
  // The second must wait, the third must not overtake it, and the other channel does not wait.
  bot.onPost = ({ title }) => (title === '2' ? later({ retryAfterMs: 5_000 }) : undefined)
  await command(app, 'start')
  const whileItWaits = [
    { status: 'success' },
    { status: 'pending' },
    { status: 'pending', error_detail: 'status 500' },
    { status: 'success' },
  ]
  await expect.poll(() => listLogs(app)).toMatchObject(whileItWaits)
  bot.onPost = () => undefined
  await move(app, 4_999)
  expect(await listLogs(app)).toMatchObject(whileItWaits)
  await move(app, 1)
  await expect
    .poll(() => bot.posted.filter((entry) => entry.channelId === updatesChannel).map((entry) => entry.message.title))
    .toEqual(['1', '2', '3'])
})

test('a test message is posted though notifications are disabled, and its outcome is the answer', async () => {
  const { app, bot } = await createRunningBot({ notifications_enabled: false })
  const send = (channel: unknown) => app.call('POST', '/admin/discord/test', { channel })
  expect(dataOf(await send('restock'))).toMatchObject({ type: 'test', status: 'success', channel_id: restockChannel, message_id: 'm1' })
  expect(bot.posted).toMatchObject([{ channelId: restockChannel, message: { title: 'Test message' } }])
  bot.onPost = refusing('no_permission')
  const message = 'The bot is not allowed to post in this channel'
  expect(await send('updates')).toMatchObject({ status: 422, body: { message, code: 'post_failed' } })
  expect(app.deps.givenUp.discord).toBe(0)
  expect(await send('news')).toMatchObject({ status: 400, body: { message: 'Channel must be updates, restock or alerts' } })
  await app.call('PUT', '/admin/discord/settings', { restock_channel_id: '' })
  expect(await send('restock')).toMatchObject({ status: 422, body: { message: 'No restock channel is set', code: 'channel_missing' } })
  await command(app, 'stop')
  expect(await send('updates')).toMatchObject({ status: 409, body: { message: 'The bot is not running', code: 'bot_not_running' } })
})

test('a log names what it is about as it is called now; a deleted announcement that was never tried has no name', async () => {
  const { app } = await createBotApp()
  const { id } = await makeProduct(app, { name: 'Northlight' })
  await saveProduct(app, id, { update_status: 'Updating' })
  await saveProduct(app, id, { name: 'Southlight' })
  const { id: announcementId } = dataOf(await announce(app, 'Sale')) as { id: number }
  expect((await listLogs(app)).map((row) => row.subject_name)).toEqual(['Sale', 'Southlight'])
  await app.call('DELETE', `/admin/announcements/${announcementId}`)
  await app.call('DELETE', `/admin/products/${id}`)
  expect((await listLogs(app)).map((row) => row.subject_name)).toEqual([null, 'Southlight'])
})

test('the logs are newest first, as many as asked', async () => {
  const { app } = await createBotApp()
  for (let i = 0; i < 52; i += 1) await announce(app, String(i))
  expect((await listLogs(app)).map((row) => row.id)).toEqual(Array.from({ length: 50 }, (_, i) => 52 - i))
  expect(dataOf(await app.call('GET', '/admin/discord/logs?limit=2')) as DiscordLogRow[]).toHaveLength(2)
  for (const limit of ['0', '201', 'x', '1.5'])
    expect(await app.call('GET', `/admin/discord/logs?limit=${limit}`)).toMatchObject({ status: 400 })
})
