import type { RestoreHolds } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { inHours, makeAnnouncement, readAnnouncement } from '../../testing/shop/announcements.ts'
import { dataOf, expectRefusals } from '../../testing/shop/catalogue.ts'
import { createBotApp, createRunningBot, listLogs } from '../../testing/shop/discord.ts'
import { createMailingApp } from '../../testing/shop/mails.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { makeWebhook } from '../../testing/shop/webhooks.ts'
import { recordRestore } from './restore-holds.service.ts'

test('a held message says what it is about, also where a product has the same id', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  await makeWebhook(app, 'https://shop.example/hooks')
  const { id, product_id } = await makeStock(app, 1)
  const order = await shop.sell({ [id]: 1 })
  expect([id, product_id, order.id]).toEqual([1, 1, 1])
  await recordRestore(app.deps, { createdAt: app.clock.at.toISOString(), withheld: 0, struck: 0, lastOrderId: 1 })
  const { messages } = dataOf(await app.call('GET', '/admin/restore-holds')) as RestoreHolds
  expect(new Set(messages.map(({ event, about }) => `${event}: ${about}`))).toEqual(
    new Set(['product.changed: Aim', 'variant.stock_changed: variant 1', 'order.completed: order 1']),
  )
})

test('a held mail names its address, and no hash of it', async () => {
  const app = await createMailingApp({ mail: { sends: false } })
  const shop = await openShop(app)
  const { id } = await makeStock(app, 1)
  const { customer_email } = await shop.sell({ [id]: 1 })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await app.app.inject({ method: 'POST', url: '/lost', headers: form, payload: 'email=bob@example.com' })
  await app.call('POST', '/auth/forgot-password', { email: 'admin@example.com' }, { token: null })
  await recordRestore(app.deps, { createdAt: app.clock.at.toISOString(), withheld: 0, struck: 0, lastOrderId: 1 })
  const { messages } = dataOf(await app.call('GET', '/admin/restore-holds')) as RestoreHolds
  expect(new Set(messages.map(({ event, about, receiver }) => `${event}: ${about}, ${receiver}`))).toEqual(
    new Set([
      'mail.lost_orders: , bob@example.com',
      'mail.password_reset: , admin@example.com',
      `order_completed: order 1, ${customer_email}`,
    ]),
  )
})

test('a held post is not sent again from the log: an owner decides', async () => {
  const { app, bot } = await createRunningBot()
  const planned = await makeAnnouncement(app, { publish_at: inHours(app, 1) })
  await recordRestore(app.deps, { createdAt: app.clock.at.toISOString(), withheld: 0, struck: 0, lastOrderId: 0 })
  const held = await readAnnouncement(app, planned)
  const reason = 'Held after a restore: it is not sent until an owner decides'
  expect(held).toMatchObject({ delivery: 'waiting', delivery_reason: reason, publish_at: planned.publish_at })
  expect(await listLogs(app)).toMatchObject([{ status: 'pending', error_detail: reason, scheduled_for: planned.publish_at }])
  await expectRefusals(app, [
    {
      call: ['POST', `/admin/discord/logs/${held.log_id}/retry`],
      status: 409,
      says: { code: 'invalid_transition', message: 'A restore held this message: an owner decides on the Dashboard' },
    },
  ])
  expect(dataOf(await app.call('GET', '/admin/restore-holds'))).toMatchObject({ message_count: 1 })
  await app.call('POST', '/admin/restore-holds/messages', { decision: 'send' })
  expect(await readAnnouncement(app, planned)).toMatchObject({ delivery: 'scheduled' })
  expect(bot.posted).toEqual([])
})

test('a held post that may be in the channel is not forgotten when its announcement is deleted', async () => {
  const { app, bot } = await createBotApp()
  const { id } = await makeAnnouncement(app)
  await recordRestore(app.deps, { createdAt: app.clock.at.toISOString(), withheld: 0, struck: 0, lastOrderId: 0 })
  await app.call('DELETE', `/admin/announcements/${id}`)
  const error_detail = 'The announcement was deleted. Its post may be in the channel'
  expect(await listLogs(app)).toMatchObject([{ status: 'skipped', error_detail }])
  expect(bot.posted).toEqual([])
})
