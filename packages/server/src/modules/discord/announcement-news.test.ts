import type { Announcement } from '@keydesk/contract'
import { expect, test } from 'vitest'
import {
  announcementText,
  expectDelivery,
  inHours,
  makeAnnouncement,
  readAnnouncement,
  saveAnnouncement,
} from '../../testing/shop/announcements.ts'
import { dataOf, expectRefusals } from '../../testing/shop/catalogue.ts'
import {
  command,
  createBotApp,
  createRunningBot,
  listLines,
  listLogs,
  move,
  moveDays,
  refusing,
  restockChannel,
  saveSettings,
  updatesChannel,
} from '../../testing/shop/discord.ts'
import { entryOf, restore } from '../../testing/shop/history.ts'
import { recordRestore } from '../restore-holds/restore-holds.service.ts'

const path = '/admin/announcements'
const role = '400000000000000001'
const hour = 3_600_000

test('an announcement with only the fields of the specification is posted at once; an edit edits the post, and a deletion deletes it', async () => {
  const { app, bot } = await createRunningBot()
  const made = await makeAnnouncement(app)
  expect(made).toMatchObject({ publish_at: null, post_to_discord: true, mention_role_id: null })
  await expectDelivery(app, made, 'posted', { delivery_reason: null })
  expect(bot.posted).toMatchObject([{ channelId: updatesChannel, message: { title: 'Sale', description: 'Half price', url: null } }])
  const { timestamp } = bot.posted[0]!.message
  await move(app, (25 * hour) / 10)
  await app.call('PUT', `${path}/${made.id}`, { title: 'Sales', content: 'More' })
  await expect.poll(() => bot.posted).toMatchObject([{ edits: 1, message: { title: 'Sales', description: 'More', timestamp } }])
  await expectDelivery(app, made, 'posted')
  await app.call('DELETE', `${path}/${made.id}`)
  await expect.poll(() => bot.posted).toMatchObject([{ isRemoved: true }])
  const after = { status: 'skipped', message_id: 'm1', error_detail: 'The post was deleted with the announcement' }
  await expect.poll(() => listLogs(app)).toMatchObject([after])
  const lines = ['Posted announcement "Sale"', 'Edited announcement "Sales"', 'Deleted announcement "Sales"']
  await expect.poll(async () => (await listLines(app)).slice(-3)).toEqual(lines)
})

test('a scheduled announcement is posted at its time, does not keep others waiting, and notifies its role', async () => {
  const { app, bot } = await createRunningBot()
  const at = inHours(app, 30)
  const made = await makeAnnouncement(app, { publish_at: at.replace('.000Z', '+00:00'), mention_role_id: role })
  expect(made).toMatchObject({ publish_at: at, mention_role_id: role, delivery: 'scheduled' })
  expect(await listLogs(app)).toMatchObject([{ status: 'pending', scheduled_for: at, sent_at: null }])
  const other = await makeAnnouncement(app, { title: 'Now' })
  await expectDelivery(app, other, 'posted')
  // The post has the text at the time of sending.
  await app.call('PUT', `${path}/${made.id}`, { title: 'Winter sale', content: 'All' })
  await move(app, 9 * hour)
  expect(bot.posted).toHaveLength(1)
  expect(await readAnnouncement(app, made)).toMatchObject({ delivery: 'scheduled', publish_at: at })
  // The limit of 24 hours counts from the scheduled time.
  app.clock.at = new Date(Date.parse(at) + 1)
  await expect.poll(() => bot.posted).toMatchObject([{}, { message: { title: 'Winter sale', mention: role, timestamp: at }, edits: 0 }])
  expect(bot.posted[0]!.message).not.toHaveProperty('mention')
})

test('a scheduled announcement can be moved to another time, also to now, until it is posted', async () => {
  const { app, bot } = await createRunningBot()
  const [soon, later_] = [inHours(app, 1), inHours(app, 2)]
  const first = await makeAnnouncement(app, { publish_at: soon })
  const second = await makeAnnouncement(app, { title: 'Second', publish_at: soon })
  await saveAnnouncement(app, first, { publish_at: later_ })
  await move(app, 1.5 * hour)
  await expectDelivery(app, second, 'posted')
  expect(await saveAnnouncement(app, await readAnnouncement(app, first), { publish_at: null })).toMatchObject({ publish_at: null })
  await expectDelivery(app, first, 'posted')
  expect(bot.posted.map(({ message }) => message.title)).toEqual(['Second', 'Sale'])
  const tooLate = 'It is posted already: its time cannot be changed'
  const tooLateToo = 'It is posted already: delete it to delete the post'
  await expectRefusals(app, [
    {
      call: ['PUT', `${path}/1`, { ...announcementText, publish_at: inHours(app, 5) }],
      status: 422,
      says: { message: tooLate, code: 'already_posted' },
    },
    {
      call: ['PUT', `${path}/1`, { ...announcementText, post_to_discord: false }],
      status: 422,
      says: { message: tooLateToo, code: 'already_posted' },
    },
    {
      call: ['POST', path, { ...announcementText, publish_at: inHours(app, 9_000) }],
      status: 422,
      says: { message: 'The time must be within a year from now' },
    },
    {
      call: ['POST', path, { ...announcementText, publish_at: 'tomorrow' }],
      status: 400,
      says: { message: 'Publish at must be a date and time' },
    },
    {
      call: ['POST', path, { ...announcementText, mention_role_id: '@everyone' }],
      status: 400,
      says: { message: 'Role ID must be 17 to 20 digits' },
    },
    {
      call: ['POST', path, { ...announcementText, post_to_discord: 'yes' }],
      status: 400,
      says: { message: 'Post to Discord must be true or false' },
    },
    { call: ['DELETE', `${path}/1?delete_post=maybe`], status: 400, says: { message: 'delete_post must be true or false' } },
  ])
  // A time in the past means now.
  await expectDelivery(app, await makeAnnouncement(app, { publish_at: '2020-01-01T00:00:00Z' }), 'posted')
})

test('whether an announcement is posted can be changed until it is', async () => {
  const { app, bot } = await createRunningBot()
  const quiet = await makeAnnouncement(app, { post_to_discord: false })
  expect(quiet).toMatchObject({ post_to_discord: false, delivery: 'none' })
  expect(await listLogs(app)).toEqual([])
  await saveAnnouncement(app, quiet, { post_to_discord: true })
  await expectDelivery(app, quiet, 'posted')
  const planned = await makeAnnouncement(app, { publish_at: inHours(app, 1) })
  const off = await saveAnnouncement(app, planned, { post_to_discord: false })
  expect(off).toMatchObject({ delivery: 'none', delivery_reason: 'It is not to be posted any more' })
  expect(await saveAnnouncement(app, off, { post_to_discord: true })).toMatchObject({ delivery: 'scheduled' })
  await app.call('DELETE', `${path}/${planned.id}`)
  await move(app, 2 * hour)
  // A restore brings the announcement back, and posts nothing.
  expect(await restore(app, await entryOf(app, 'announcement.deleted'))).toMatchObject({
    status: 200,
    body: { data: { delivery: 'none', delivery_reason: 'The announcement was deleted' } },
  })
  expect(dataOf(await app.call('GET', path))).toHaveLength(2)
  expect(bot.posted).toHaveLength(1)
})

test('a restored announcement whose post could not be deleted says so', async () => {
  const { app, bot } = await createRunningBot()
  const posted = await makeAnnouncement(app)
  await expectDelivery(app, posted, 'posted')
  bot.onPost = () => ({ is: 'refused', problem: { kind: 'no_access', detail: 'Missing Access' } })
  await app.call('DELETE', `${path}/${posted.id}`)
  await expect.poll(() => listLogs(app)).toMatchObject([{ status: 'failed' }])
  await restore(app, await entryOf(app, 'announcement.deleted'))
  await expectDelivery(app, posted, 'none', { delivery_reason: expect.stringMatching(/^The post could not be deleted\. \S/) })
})

test.each(['PUT', 'DELETE'] as const)('a %s that was dropped after a restore of the shop leaves the post as it was', async (method) => {
  const { app, bot } = await createRunningBot()
  const posted = await makeAnnouncement(app)
  await expectDelivery(app, posted, 'posted')
  await command(app, 'stop')
  await app.call(method, `${path}/${posted.id}`, method === 'PUT' ? { title: 'Other', content: 'Text' } : undefined)
  await recordRestore(app.deps, { createdAt: app.clock.at.toISOString(), withheld: 0, struck: 0, lastOrderId: 0 })
  expect(dataOf(await app.call('POST', '/admin/restore-holds/messages', { decision: 'drop' }))).toEqual({ messages: 1 })
  if (method === 'DELETE') await restore(app, await entryOf(app, 'announcement.deleted'))
  const posted_at = expect.any(String)
  await expectDelivery(app, posted, 'posted', { delivery_reason: 'Dropped after a restore', posted_at })
  expect(bot.removed).toEqual([])
  // The next change edits it, and does not post it again.
  await command(app, 'start')
  await saveAnnouncement(app, await readAnnouncement(app, posted), { content: 'Edited' })
  await expectDelivery(app, posted, 'posted', { delivery_reason: null })
  expect(bot.posted).toHaveLength(1)
})

test('a post that a restore holds gets no other time, and is not cancelled: an owner decides', async () => {
  const { app, bot } = await createBotApp()
  const planned = await makeAnnouncement(app, { publish_at: inHours(app, 1), mention_role_id: role })
  await move(app, 4 * hour)
  const createdAt = new Date(app.clock.at.getTime() - 4 * hour).toISOString()
  await recordRestore(app.deps, { createdAt, withheld: 0, struck: 0, lastOrderId: 0 })
  const says = { code: 'invalid_transition', message: 'A restore held this message: an owner decides on the Dashboard' }
  const changes = [{ publish_at: inHours(app, 1) }, { publish_at: null }, { post_to_discord: false }]
  const url = `${path}/${planned.id}`
  await expectRefusals(
    app,
    changes.map((change) => ({ call: ['PUT', url, { ...announcementText, ...change }], status: 409, says })),
  )
  await saveAnnouncement(app, planned, { content: 'Corrected' })
  expect(dataOf(await app.call('GET', '/admin/restore-holds'))).toMatchObject({ message_count: 1 })
  await command(app, 'start')
  expect(await readAnnouncement(app, planned)).toMatchObject({ content: 'Corrected', delivery: 'failed', publish_at: planned.publish_at })
  expect(bot.posted).toEqual([])
  // Once it is dropped, a person may post it at another time.
  await app.call('POST', '/admin/restore-holds/messages', { decision: 'drop' })
  await saveAnnouncement(app, await readAnnouncement(app, planned), { publish_at: null })
  await expectDelivery(app, planned, 'posted')
})

test('a restored announcement keeps its time, and is not posted until somebody asks for it', async () => {
  const { app, bot } = await createRunningBot()
  const planned = await makeAnnouncement(app, { publish_at: inHours(app, 1) })
  await app.call('DELETE', `${path}/${planned.id}`)
  const back = dataOf(await restore(app, await entryOf(app, 'announcement.deleted'))) as Announcement
  expect(back).toMatchObject({ publish_at: planned.publish_at, post_to_discord: false, delivery: 'none' })
  expect(await saveAnnouncement(app, back, { post_to_discord: true })).toMatchObject({
    publish_at: planned.publish_at,
    delivery: 'scheduled',
  })
  const posted = await makeAnnouncement(app, { title: 'Posted' })
  await expectDelivery(app, posted, 'posted')
  await app.call('DELETE', `${path}/${posted.id}`)
  await restore(app, await entryOf(app, 'announcement.deleted'))
  await expect.poll(() => bot.posted).toMatchObject([{ isRemoved: true }])
  await expectDelivery(app, posted, 'none', { delivery_reason: 'The post was deleted with the announcement', posted_at: null })
  expect(bot.posted).toHaveLength(1)
  // A person can choose to post it again.
  await saveAnnouncement(app, await readAnnouncement(app, posted), { title: 'Posted', publish_at: app.clock.at.toISOString() })
  await expectDelivery(app, posted, 'posted')
  expect(bot.posted).toMatchObject([{ isRemoved: true }, { message: { title: 'Posted' } }])
})

test('a failed post is moved to another time, and one that is not wanted any more cannot be sent again', async () => {
  const { app, bot } = await createRunningBot()
  bot.onPost = refusing('no_access')
  const made = await makeAnnouncement(app)
  await expectDelivery(app, made, 'failed', { delivery_reason: 'The bot cannot see this channel', log_id: 1 })
  bot.onPost = () => undefined
  const at = inHours(app, 1)
  expect(await saveAnnouncement(app, made, { publish_at: at })).toMatchObject({ delivery: 'scheduled', delivery_reason: null })
  await move(app, hour)
  await expectDelivery(app, made, 'posted')
  expect(bot.posted).toMatchObject([{ message: { timestamp: at } }])
  bot.onPost = refusing('no_access')
  const unwanted = await makeAnnouncement(app)
  await expectDelivery(app, unwanted, 'failed')
  await saveAnnouncement(app, unwanted, { post_to_discord: false })
  expect(await app.call('POST', '/admin/discord/logs/2/retry')).toMatchObject({ status: 409 })
})

test('a failed post that is moved to another time goes to the channel that is set then', async () => {
  const { app, bot } = await createRunningBot()
  bot.onPost = (_, channelId) => (channelId === updatesChannel ? refusing('unknown_channel')() : undefined)
  const made = await makeAnnouncement(app)
  await expectDelivery(app, made, 'failed', { delivery_reason: 'This channel does not exist' })
  await saveSettings(app, { updates_channel_id: restockChannel })
  await saveAnnouncement(app, made, { publish_at: inHours(app, 1) })
  await move(app, hour)
  await expectDelivery(app, made, 'posted')
  expect(bot.posted).toMatchObject([{ channelId: restockChannel, message: { title: 'Sale' } }])
})

test('notifications that are off: nothing is stored, a scheduled one is skipped at its time, and posts are edited all the same', async () => {
  const { app, bot } = await createRunningBot()
  const posted = await makeAnnouncement(app)
  await expectDelivery(app, posted, 'posted')
  const planned = await makeAnnouncement(app, { publish_at: inHours(app, 1) })
  const onAgain = await makeAnnouncement(app, { title: 'On again', publish_at: inHours(app, 2) })
  await saveSettings(app, { notifications_enabled: false })
  expect(await makeAnnouncement(app, { title: 'Off' })).toMatchObject({ post_to_discord: true, delivery: 'none', delivery_reason: null })
  await app.call('PUT', `${path}/${posted.id}`, { title: 'Two', content: 'Text' })
  await expect.poll(() => bot.posted).toMatchObject([{ edits: 1 }])
  await move(app, hour)
  await expectDelivery(app, planned, 'none', { delivery_reason: 'Notifications are off' })
  await saveSettings(app, { notifications_enabled: true })
  await move(app, hour)
  await expectDelivery(app, onAgain, 'posted')
})

test('the same announcement again, after notifications were turned on, is posted', async () => {
  const { app } = await createRunningBot()
  await saveSettings(app, { notifications_enabled: false })
  const off = await makeAnnouncement(app)
  expect(await makeAnnouncement(app)).toMatchObject({ id: off.id, delivery: 'none' })
  await saveSettings(app, { notifications_enabled: true })
  await move(app, 60_000)
  const on = await makeAnnouncement(app)
  expect(on.id).not.toBe(off.id)
  await expectDelivery(app, on, 'posted')
})

test('the same announcement again, after its post failed, is posted', async () => {
  const { app, bot } = await createRunningBot()
  bot.onPost = refusing('no_access')
  const failed = await makeAnnouncement(app)
  await expectDelivery(app, failed, 'failed')
  bot.onPost = () => undefined
  expect(await makeAnnouncement(app)).toMatchObject({ id: failed.id, delivery: 'failed' })
  await move(app, 60_000)
  const again = await makeAnnouncement(app)
  expect(again.id).not.toBe(failed.id)
  await expectDelivery(app, again, 'posted')
})

test('the same announcement again is a repeat while a restore holds its post, which may be in the channel', async () => {
  const { app } = await createBotApp()
  const held = await makeAnnouncement(app)
  await recordRestore(app.deps, { createdAt: app.clock.at.toISOString(), withheld: 0, struck: 0, lastOrderId: 0 })
  await move(app, 60_000)
  expect(await makeAnnouncement(app)).toMatchObject({ id: held.id, delivery: 'failed' })
})

test('what is scheduled while notifications are off or no channel is set waits for its time, and is judged then', async () => {
  const { app, bot } = await createRunningBot()
  const schedule = (title: string, hours: number) => makeAnnouncement(app, { title, publish_at: inHours(app, hours) })
  await saveSettings(app, { notifications_enabled: false })
  const off = await schedule('Off', 2)
  await saveSettings(app, { updates_channel_id: '', notifications_enabled: true })
  const unplaced = await schedule('Unplaced', 2)
  const late = await schedule('Late', 1)
  const moved = await makeAnnouncement(app, { title: 'Moved' })
  expect(moved).toMatchObject({ delivery: 'none' })
  await saveAnnouncement(app, moved, { title: 'Moved', publish_at: inHours(app, 2) })
  const scheduled = { delivery: 'scheduled', delivery_reason: null }
  for (const one of [off, unplaced, late, moved]) expect(await readAnnouncement(app, one)).toMatchObject(scheduled)
  await move(app, hour)
  await expectDelivery(app, late, 'none', { delivery_reason: 'No updates channel is set' })
  expect(await readAnnouncement(app, off)).toMatchObject(scheduled)
  await saveSettings(app, { updates_channel_id: updatesChannel })
  await move(app, hour)
  for (const one of [off, unplaced, moved]) await expectDelivery(app, one, 'posted')
  expect(bot.posted.map(({ channelId, message }) => [channelId, message.title])).toEqual(
    ['Off', 'Unplaced', 'Moved'].map((title) => [updatesChannel, title]),
  )
})

test('what was due more than 24 hours ago is not news; a stopped bot posts what was due since', async () => {
  const { app, bot } = await createBotApp()
  const old = await makeAnnouncement(app, { publish_at: inHours(app, 1) })
  const fresh = await makeAnnouncement(app, { title: 'Fresh', publish_at: inHours(app, 3) })
  const afterwards = await moveDays(app, 25.5 / 24)
  expect(await readAnnouncement(afterwards, old)).toMatchObject({ delivery: 'waiting' })
  await command(afterwards, 'start')
  await expectDelivery(afterwards, fresh, 'posted')
  expect(await readAnnouncement(afterwards, old)).toMatchObject({ delivery: 'none', delivery_reason: 'Waited longer than 24 hours' })
  expect(bot.posted).toHaveLength(1)
})
