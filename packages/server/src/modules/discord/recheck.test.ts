import { expect, test } from 'vitest'
import { expectDelivery, inHours, makeAnnouncement, saveAnnouncement } from '../../testing/shop/announcements.ts'
import { dataOf, makeProduct, makeVariant, saveProduct } from '../../testing/shop/catalogue.ts'
import {
  announce,
  command,
  createBotApp,
  createRunningBot,
  expectNewest,
  later,
  listLogs,
  move,
  moveDays,
  readStatus,
} from '../../testing/shop/discord.ts'
import type { TestApp } from '../../testing.ts'
import { recordRestore } from '../restore-holds/restore-holds.service.ts'

const skippedBecause = (reason: string) => ({ status: 'skipped', error_detail: reason, message_id: null, sent_at: null })

async function makeUpdate(app: TestApp): Promise<number> {
  const { id } = await makeProduct(app, { name: 'Northlight' })
  await saveProduct(app, id, { update_status: 'Updating' })
  return id
}

test('what is deleted or unlisted while the bot is stopped is not posted when it starts', async () => {
  const { app, bot } = await createBotApp()
  await saveProduct(app, await makeUpdate(app), { unlisted: true })
  await app.call('DELETE', `/admin/products/${await makeUpdate(app)}`)
  const unlisted = await makeVariant(app, ['A'])
  await saveProduct(app, unlisted.product_id, { unlisted: true })
  const gone = await makeVariant(app, ['B'])
  await app.call('DELETE', `/admin/variants/${gone.id}?permanent=true`)
  const { id } = dataOf(await announce(app, 'Sale')) as { id: number }
  await app.call('DELETE', `/admin/announcements/${id}`)
  await announce(app, 'Still there')
  await command(app, 'start')
  await expectNewest(app, { status: 'success' })
  await expect
    .poll(() => listLogs(app))
    .toMatchObject([
      { type: 'announcement', status: 'success' },
      { type: 'announcement', ...skippedBecause('The announcement was deleted') },
      { type: 'restock', ...skippedBecause('The variant was deleted') },
      { type: 'restock', ...skippedBecause('The product is unlisted') },
      { type: 'update', ...skippedBecause('The product was deleted') },
      { type: 'update', ...skippedBecause('The product is unlisted') },
    ])
  expect(bot.posted.map(({ message }) => message.title)).toEqual(['Still there'])
  const messages = (await readStatus(app)).logs.map((line) => line.message)
  expect(messages).toContain('Skipped update: The product is unlisted')
})

test('what waited longer than 24 hours is not posted', async () => {
  const { app, bot } = await createBotApp()
  await announce(app, 'Old')
  await move(app, 1)
  await announce(app, 'Of yesterday')
  const afterwards = await moveDays(app, 1)
  await command(afterwards, 'start')
  await expectNewest(afterwards, { status: 'success' })
  expect(await listLogs(afterwards)).toMatchObject([{ status: 'success' }, skippedBecause('Waited longer than 24 hours')])
  expect(bot.posted.map(({ message }) => message.title)).toEqual(['Of yesterday'])
})

test('a post that a restore held is posted whenever an owner sends it', async () => {
  const { app, bot } = await createBotApp()
  await announce(app, 'Held')
  const at = app.clock.at.toISOString()
  await app.deps.db.updateTable('outbox').set({ status: 'failed', held_at: at, uncertain_since: at }).execute()
  const afterwards = await moveDays(app, 2)
  await command(afterwards, 'start')
  const decided = await afterwards.call('POST', '/admin/restore-holds/messages', { decision: 'send' })
  expect(dataOf(decided)).toEqual({ messages: 1 })
  await expectNewest(afterwards, { status: 'success', error_detail: null })
  expect(bot.posted.map(({ message }) => message.title)).toEqual(['Held'])
})

test('a held post that is in its channel is found by its time and edited if its words have changed, and is not posted again', async () => {
  const { app, bot } = await createRunningBot()
  const publish_at = inHours(app, 1)
  const backup = app.clock.at.toISOString()
  const first = await makeAnnouncement(app, { title: 'Sael', publish_at })
  const second = await makeAnnouncement(app, { title: 'Not posted', publish_at })
  const rows = await app.deps.db.selectFrom('outbox').selectAll().execute()
  await move(app, 3_600_000)
  await expectDelivery(app, second, 'posted')
  await command(app, 'stop')
  // The rows as they are in the backup. The disk was lost before the second post.
  for (const { id, ...row } of rows) await app.deps.db.updateTable('outbox').set(row).where('id', '=', id).execute()
  bot.posted.pop()
  await recordRestore(app.deps, { createdAt: backup, withheld: 0, struck: 0, lastOrderId: 0 })
  await saveAnnouncement(app, first, { title: 'Sale' })
  await command(app, 'start')
  const send = (id: number) => app.call('POST', '/admin/restore-holds/messages', { decision: 'send', ids: [id] })
  bot.found = { is: 'found', messageId: 'm1' }
  await send(rows[0]!.id)
  await expectDelivery(app, first, 'posted')
  expect(bot.posted).toMatchObject([{ message: { title: 'Sale' }, edits: 1 }])
  bot.found = { is: 'none' }
  await send(rows[1]!.id)
  await expectDelivery(app, second, 'posted')
  expect(bot.posted).toMatchObject([{ message: { title: 'Sale' } }, { message: { title: 'Not posted' }, edits: 0 }])
  expect(bot.lookedFor).toEqual([
    { timestamp: publish_at, others: [] },
    { timestamp: publish_at, others: ['m1'] },
  ])
})

test('what waited is not posted while notifications are off', async () => {
  const { app, bot } = await createBotApp()
  await announce(app, 'Sale')
  await app.call('PUT', '/admin/discord/settings', { notifications_enabled: false })
  await command(app, 'start')
  await expectNewest(app, skippedBecause('Notifications are off'))
  expect(bot.posted).toEqual([])
})

test('an announcement is posted with its newest words', async () => {
  const { app, bot } = await createBotApp()
  const { id } = dataOf(await announce(app, 'Sael')) as { id: number }
  await app.call('PUT', `/admin/announcements/${id}`, { title: 'Sale', content: 'Better' })
  await command(app, 'start')
  await expectNewest(app, { status: 'success' })
  expect(bot.posted).toMatchObject([{ message: { title: 'Sale', description: 'Better' } }])
})

test('what may have been posted before its subject went is looked for, deleted where it is found, and posted neither way', async () => {
  const { app, bot } = await createRunningBot()
  bot.onPost = () => later({ isKnown: false })
  const first = dataOf(await announce(app, 'Posted')) as { id: number }
  await expectNewest(app, { status: 'pending', error_detail: 'status 500' })
  await app.call('DELETE', `/admin/announcements/${first.id}`)
  bot.found = { is: 'found', messageId: 'm77' }
  await move(app, 1_000)
  await expectNewest(app, { status: 'skipped', message_id: 'm77', error_detail: 'The post was deleted with the announcement' })
  expect(bot.removed).toEqual(['m77'])
  bot.found = { is: 'none' }
  const second = dataOf(await announce(app, 'Not posted')) as { id: number }
  await expectNewest(app, { id: 2, status: 'pending', error_detail: 'status 500' })
  await app.call('DELETE', `/admin/announcements/${second.id}`)
  await move(app, 1_000)
  await expectNewest(app, { id: 2, ...skippedBecause('The announcement was deleted') })
  expect(bot.lookedFor).toMatchObject([{ title: 'Posted' }, { title: 'Not posted' }])
})

test('a rename between two attempts of one message does not make two of it', async () => {
  const { app, bot } = await createRunningBot()
  bot.onPost = () => later({ isKnown: false })
  const id = await makeUpdate(app)
  await expectNewest(app, { status: 'pending', error_detail: 'status 500' })
  await saveProduct(app, id, { name: 'Southlight' })
  bot.onPost = () => undefined
  bot.found = { is: 'found', messageId: 'm77' }
  await move(app, 120_000)
  await expectNewest(app, { status: 'success', message_id: 'm77' })
  expect(bot.lookedFor).toMatchObject([{ title: 'Northlight' }])
})

test('a post links to the storefront by its template, and to nothing without one', async () => {
  const { app, bot } = await createRunningBot({ product_url: 'https://shop.example/p/{id}?ref={id}' })
  const id = await makeUpdate(app)
  await expectNewest(app, { id: 1, status: 'success' })
  await app.call('PUT', '/admin/discord/settings', { product_url: '' })
  await saveProduct(app, id, { update_status: 'Updated' })
  await expectNewest(app, { id: 2, status: 'success' })
  expect(bot.posted.map(({ message }) => message.url)).toEqual([`https://shop.example/p/${id}?ref=${id}`, null])
})

test('a skipped message is not sent again', async () => {
  const { app } = await createBotApp()
  const id = await makeUpdate(app)
  await saveProduct(app, id, { unlisted: true })
  await command(app, 'start')
  await expectNewest(app, skippedBecause('The product is unlisted'))
  expect(await app.call('POST', '/admin/discord/logs/1/retry')).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
})
