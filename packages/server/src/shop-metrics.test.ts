import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from './testing.ts'
import { expectDelivery, makeAnnouncement, saveAnnouncement } from './testing/shop/announcements.ts'
import { makeProduct, makeVariant, moveKeys } from './testing/shop/catalogue.ts'
import { command, createRunningBot, readStatus } from './testing/shop/discord.ts'
import { createSendingApp, later, listDeliveries, makeWebhook, startReceiver } from './testing/shop/webhooks.ts'

/** The value of each metric of Keydesk itself, by its name with labels. */
async function scrape({ app }: TestApp): Promise<Record<string, number>> {
  const { body } = await app.inject('/metrics')
  return Object.fromEntries([...body.matchAll(/^(keydesk_(?!http)\S+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]))
}

test('the metrics have the state of the stock, of the outbox and of what a restore holds', async () => {
  const app = await createTestApp()
  await makeVariant(app, ['ONE', 'TWO', 'THREE'])
  const emptied = await makeVariant(app, ['FOUR'])
  await moveKeys(app, emptied.id, ['FOUR'], 'withheld')
  // A draft has no keys yet.
  await makeVariant(app)
  await makeWebhook(app, 'https://receiver.example/hook', { events: ['product.changed'] })
  await makeProduct(app)
  later(app, 90)
  await makeProduct(app)
  expect(await scrape(app)).toMatchObject({
    ...{ keydesk_variants_sold_out: 1, keydesk_restore_held_keys: 1, keydesk_restore_held_messages: 0 },
    ...{ 'keydesk_outbox_waiting{channel="webhook"}': 2, 'keydesk_outbox_oldest_seconds{channel="webhook"}': 90 },
    ...{ 'keydesk_outbox_waiting{channel="discord"}': 0, 'keydesk_outbox_oldest_seconds{channel="discord"}': 0 },
    ...{ 'keydesk_outbox_given_up_total{channel="webhook"}': 0, 'keydesk_outage_errors_total{outage="database"}': 0 },
    ...{ keydesk_bot_connected: 0, keydesk_bot_failed: 0, keydesk_faults_total: 0 },
  })

  // Read from the database once in 15 seconds.
  await makeProduct(app)
  later(app, 14)
  expect(await scrape(app)).toMatchObject({ 'keydesk_outbox_waiting{channel="webhook"}': 2 })
  later(app, 1)
  expect(await scrape(app)).toMatchObject({ 'keydesk_outbox_waiting{channel="webhook"}': 3 })
})

test('what is sent again, and the edit of a post, wait from then on', async () => {
  const { app } = await createRunningBot()
  const { id } = await makeWebhook(app, 'https://receiver.example/hook', { events: ['product.changed'] })
  await makeProduct(app)
  const announcement = await makeAnnouncement(app)
  await expectDelivery(app, announcement, 'posted')
  await command(app, 'stop')
  later(app, 3_600)
  const [delivery] = await listDeliveries(app, id)
  expect(await app.call('POST', `/admin/webhooks/${id}/deliveries/${delivery!.id}/resend`)).toMatchObject({ status: 200 })
  await saveAnnouncement(app, announcement, { title: 'Sales' })
  later(app, 90)
  expect(await scrape(app)).toMatchObject({
    ...{ 'keydesk_outbox_waiting{channel="webhook"}': 1, 'keydesk_outbox_oldest_seconds{channel="webhook"}': 90 },
    ...{ 'keydesk_outbox_waiting{channel="discord"}': 1, 'keydesk_outbox_oldest_seconds{channel="discord"}': 90 },
  })
})

test('deliveries of a webhook that is paused wait for nobody', async () => {
  const app = await createTestApp()
  const { id } = await makeWebhook(app, 'https://receiver.example/hook', { events: ['product.changed'] })
  await makeWebhook(app, 'https://receiver.example/other', { events: ['product.changed'] })
  await makeProduct(app)
  later(app, 3_600)
  const waiting = { 'keydesk_outbox_waiting{channel="webhook"}': 1, 'keydesk_outbox_oldest_seconds{channel="webhook"}': 3_600 }
  expect(await scrape(app)).toMatchObject({ ...waiting, 'keydesk_outbox_waiting{channel="webhook"}': 2 })
  await app.call('PUT', `/admin/webhooks/${id}`, { active: false })
  later(app, 15)
  expect(await scrape(app)).toMatchObject({ ...waiting, 'keydesk_outbox_oldest_seconds{channel="webhook"}': 3_615 })
  await app.deps.db.updateTable('webhook').set({ disabled_reason: 'Disabled after 3 days of failures' }).execute()
  later(app, 15)
  const none = { 'keydesk_outbox_waiting{channel="webhook"}': 0, 'keydesk_outbox_oldest_seconds{channel="webhook"}': 0 }
  expect(await scrape(app)).toMatchObject(none)
  await app.call('PUT', `/admin/webhooks/${id}`, { active: true })
  later(app, 15)
  expect(await scrape(app)).toMatchObject({ ...waiting, 'keydesk_outbox_oldest_seconds{channel="webhook"}': 3_645 })
})

test('what was given up is counted by channel; tests that failed are not', async () => {
  const receiver = await startReceiver(() => 410)
  const app = await createSendingApp()
  const { id } = await makeWebhook(app, receiver.url)
  await app.call('POST', `/admin/webhooks/${id}/test`)
  const tested = 'keydesk_webhook_attempts_total{outcome="given_up"}'
  await expect.poll(() => scrape(app)).toMatchObject({ [tested]: 1, 'keydesk_outbox_given_up_total{channel="webhook"}': 0 })
  await makeProduct(app)
  await expect
    .poll(() => scrape(app))
    .toMatchObject({
      ...{ 'keydesk_outbox_given_up_total{channel="webhook"}': 1, 'keydesk_outbox_given_up_total{channel="discord"}': 0 },
    })
  await receiver.close()
})

test('the metrics say whether the bot is connected, or should run and does not', async () => {
  const { app, bot } = await createRunningBot()
  expect(await scrape(app)).toMatchObject({ keydesk_bot_connected: 1, keydesk_bot_failed: 0 })
  bot.refusal = { kind: 'unreachable', detail: null }
  bot.tell({ is: 'closed', why: bot.refusal })
  await expect.poll(() => readStatus(app)).toMatchObject({ is_running: false, should_run: true })
  later(app, 15)
  expect(await scrape(app)).toMatchObject({ keydesk_bot_connected: 0, keydesk_bot_failed: 1 })
  // In the log of the process, too, as an outage.
  const line = { level: 40, outage: 'discord', reason: 'Discord cannot be reached', msg: 'the bot is not connected' }
  await expect.poll(() => app.logged.map((each) => JSON.parse(each) as object)).toContainEqual(expect.objectContaining(line))
  await command(app, 'stop')
  later(app, 15)
  expect(await scrape(app)).toMatchObject({ keydesk_bot_connected: 0, keydesk_bot_failed: 0 })
})

test('a figure that cannot be read is missing, and the others are served', async () => {
  const app = await createTestApp()
  await sql`alter table outbox rename to mislaid`.execute(app.deps.db)
  const read = await scrape(app)
  expect(read).toMatchObject({ keydesk_variants_sold_out: Number.NaN, keydesk_faults_total: 0 })
  expect(read).not.toHaveProperty('keydesk_outbox_waiting{channel="webhook"}')
})

const isPostgres = process.env['KEYDESK_TEST_DB'] === 'postgres'

test.skipIf(!isPostgres)('connections to PostgreSQL in use, and what waits for one', async () => {
  const app = await createTestApp()
  const held = Promise.withResolvers<void>()
  const holding = Array.from({ length: 12 }, () => app.deps.db.transaction().execute(() => held.promise))
  // The figures of the shop wait, too, until their time is up.
  const { keydesk_database_connections_in_use: inUse, keydesk_database_calls_waiting: waiting } = await scrape(app)
  held.resolve()
  await Promise.all(holding)
  expect(inUse).toBeGreaterThan(1)
  expect(waiting).toBeGreaterThanOrEqual(12 - inUse!)
  await expect.poll(() => app.deps.connections()).toEqual({ inUse: 0, waiting: 0 })
})

test.skipIf(isPostgres)('SQLite has no connections to wait for', async () => {
  expect(await scrape(await createTestApp())).toMatchObject({ keydesk_database_connections_in_use: 0, keydesk_database_calls_waiting: 0 })
})
