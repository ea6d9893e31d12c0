import type { Announcement } from '@keydesk/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals } from '../../testing/catalogue.ts'
import {
  command,
  createBotApp,
  createRunningBot,
  later,
  listLines,
  listLogs,
  move,
  moveDays,
  refusing,
  saveSettings,
  updatesChannel,
} from '../../testing/discord.ts'
import { entryOf, restore } from '../../testing/history.ts'

const path = '/admin/announcements'
const role = '400000000000000001'
const hour = 3_600_000
const text = { title: 'Sale', content: 'Half price' }

const make = async (app: TestApp, more: object = {}) => dataOf(await app.call('POST', path, { ...text, ...more })) as Announcement
const save = async (app: TestApp, { id, version }: Announcement, change: object) =>
  dataOf(await app.call('PUT', `${path}/${id}`, { ...text, version, ...change })) as Announcement
const read = async (app: TestApp, { id }: Announcement) => dataOf(await app.call('GET', `${path}/${id}`)) as Announcement
const inHours = (app: TestApp, hours: number) => new Date(app.clock.at.getTime() + hours * hour).toISOString()

/** The announcement once its post has come so far, in the list as by itself. */
async function expectDelivery(app: TestApp, one: Announcement, delivery: Announcement['delivery'], more: object = {}): Promise<void> {
  await expect.poll(() => read(app, one)).toMatchObject({ delivery, ...more })
  expect(dataOf(await app.call('GET', path))).toContainEqual(await read(app, one))
}

test('the spec’s fields alone: it is posted at once, an edit edits the post, and a deletion deletes it', async () => {
  const { app, bot } = await createRunningBot()
  const made = await make(app)
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

test('a scheduled one is posted at its time, does not keep others waiting, and notifies its role', async () => {
  const { app, bot } = await createRunningBot()
  const at = inHours(app, 30)
  const made = await make(app, { publish_at: at.replace('.000Z', '+00:00'), mention_role_id: role })
  expect(made).toMatchObject({ publish_at: at, mention_role_id: role, delivery: 'scheduled' })
  expect(await listLogs(app)).toMatchObject([{ status: 'pending', scheduled_for: at, sent_at: null }])
  const other = await make(app, { title: 'Now' })
  await expectDelivery(app, other, 'posted')
  // What is written meanwhile is what is posted.
  await app.call('PUT', `${path}/${made.id}`, { title: 'Winter sale', content: 'All' })
  await move(app, 9 * hour)
  expect(bot.posted).toHaveLength(1)
  expect(await read(app, made)).toMatchObject({ delivery: 'scheduled', publish_at: at })
  // 24 hours count from its time on.
  app.clock.at = new Date(Date.parse(at) + 1)
  await expect.poll(() => bot.posted).toMatchObject([{}, { message: { title: 'Winter sale', mention: role, timestamp: at }, edits: 0 }])
  expect(bot.posted[0]!.message).not.toHaveProperty('mention')
})

test('its time moves, also to now, until it is posted', async () => {
  const { app, bot } = await createRunningBot()
  const [soon, later_] = [inHours(app, 1), inHours(app, 2)]
  const first = await make(app, { publish_at: soon })
  const second = await make(app, { title: 'Second', publish_at: soon })
  await save(app, first, { publish_at: later_ })
  await move(app, 1.5 * hour)
  await expectDelivery(app, second, 'posted')
  expect(await save(app, await read(app, first), { publish_at: null })).toMatchObject({ publish_at: null })
  await expectDelivery(app, first, 'posted')
  expect(bot.posted.map(({ message }) => message.title)).toEqual(['Second', 'Sale'])
  const tooLate = 'It is posted already: its time cannot be changed'
  const tooLateToo = 'It is posted already: delete it to delete the post'
  await expectRefusals(app, [
    {
      call: ['PUT', `${path}/1`, { ...text, publish_at: inHours(app, 5) }],
      status: 422,
      says: { message: tooLate, code: 'already_posted' },
    },
    { call: ['PUT', `${path}/1`, { ...text, post_to_discord: false }], status: 422, says: { message: tooLateToo, code: 'already_posted' } },
    {
      call: ['POST', path, { ...text, publish_at: inHours(app, 9_000) }],
      status: 422,
      says: { message: 'The time must be within a year from now' },
    },
    { call: ['POST', path, { ...text, publish_at: 'tomorrow' }], status: 400, says: { message: 'Publish at must be a date and time' } },
    { call: ['POST', path, { ...text, mention_role_id: '@everyone' }], status: 400, says: { message: 'Role ID must be 17 to 20 digits' } },
    { call: ['POST', path, { ...text, post_to_discord: 'yes' }], status: 400, says: { message: 'Post to Discord must be true or false' } },
    { call: ['DELETE', `${path}/1?delete_post=maybe`], status: 400, says: { message: 'delete_post must be true or false' } },
  ])
  // A time that is past means now.
  await expectDelivery(app, await make(app, { publish_at: '2020-01-01T00:00:00Z' }), 'posted')
})

test('what is not to be posted is not; it can be later, or not any more', async () => {
  const { app, bot } = await createRunningBot()
  const quiet = await make(app, { post_to_discord: false })
  expect(quiet).toMatchObject({ post_to_discord: false, delivery: 'none' })
  expect(await listLogs(app)).toEqual([])
  await save(app, quiet, { post_to_discord: true })
  await expectDelivery(app, quiet, 'posted')
  const planned = await make(app, { publish_at: inHours(app, 1) })
  const off = await save(app, planned, { post_to_discord: false })
  expect(off).toMatchObject({ delivery: 'none', delivery_reason: 'It is not to be posted any more' })
  expect(await save(app, off, { post_to_discord: true })).toMatchObject({ delivery: 'scheduled' })
  await app.call('DELETE', `${path}/${planned.id}`)
  await move(app, 2 * hour)
  // Restored, it is there again, and nothing is posted.
  expect(await restore(app, await entryOf(app, 'announcement.deleted'))).toMatchObject({
    status: 200,
    body: { data: { delivery: 'none', delivery_reason: 'The announcement was deleted' } },
  })
  expect(dataOf(await app.call('GET', path))).toHaveLength(2)
  expect(bot.posted).toHaveLength(1)
})

test('restored before its time it has none any more; restored after its post was deleted it is not posted', async () => {
  const { app, bot } = await createRunningBot()
  const planned = await make(app, { publish_at: inHours(app, 1) })
  await app.call('DELETE', `${path}/${planned.id}`)
  const back = dataOf(await restore(app, await entryOf(app, 'announcement.deleted'))) as Announcement
  expect(back).toMatchObject({ publish_at: null, post_to_discord: true, delivery: 'none' })
  const again = inHours(app, 1)
  expect(await save(app, back, { publish_at: again })).toMatchObject({ delivery: 'scheduled' })
  const posted = await make(app, { title: 'Posted' })
  await expectDelivery(app, posted, 'posted')
  await app.call('DELETE', `${path}/${posted.id}`)
  await restore(app, await entryOf(app, 'announcement.deleted'))
  await expect.poll(() => bot.posted).toMatchObject([{ isRemoved: true }])
  await expectDelivery(app, posted, 'none', { delivery_reason: 'The post was deleted with the announcement', posted_at: null })
  expect(bot.posted).toHaveLength(1)
  // A person may post it once more.
  await save(app, await read(app, posted), { title: 'Posted', publish_at: app.clock.at.toISOString() })
  await expectDelivery(app, posted, 'posted')
  expect(bot.posted).toMatchObject([{ isRemoved: true }, { message: { title: 'Posted' } }])
})

test('an edit and a deletion leave the post alone if they are told to, and the history says so', async () => {
  const { app, bot } = await createRunningBot()
  const made = await make(app)
  await expectDelivery(app, made, 'posted')
  await save(app, made, { title: 'Other', update_post: false })
  // Other posts are the clock.
  await expectDelivery(app, await make(app, { title: 'Next' }), 'posted')
  expect(bot.posted).toMatchObject([{ edits: 0, message: { title: 'Sale' } }, {}])
  await app.call('DELETE', `${path}/${made.id}?delete_post=false`)
  await expectDelivery(app, await make(app, { title: 'Last' }), 'posted')
  expect(bot.posted[0]).not.toHaveProperty('isRemoved')
  const left = { discord_post: { before: null, after: 'left as it was' } }
  const told = (await activityOf(app, 'announcement')).filter(({ action }) => action !== 'announcement.created')
  expect(told).toMatchObject([{ changes: left }, { changes: left }])
})

test('edits and a deletion that come while Discord asks to wait follow in their order, also through a restart of the bot', async () => {
  const { app, bot } = await createRunningBot()
  const made = await make(app)
  await expectDelivery(app, made, 'posted')
  bot.onPost = () => later({ reason: 'Rate limited', retryAfterMs: 5_000 })
  await app.call('PUT', `${path}/${made.id}`, { title: 'Two', content: 'Text' })
  await expectDelivery(app, made, 'waiting', { delivery_reason: 'Rate limited' })
  await app.call('PUT', `${path}/${made.id}`, { title: 'Three', content: 'Text' })
  bot.onPost = () => undefined
  await command(app, 'restart')
  expect(bot.posted).toMatchObject([{ edits: 0 }])
  await move(app, 5_000)
  await expect.poll(() => bot.posted).toMatchObject([{ edits: 1, message: { title: 'Three' } }])
  await expectDelivery(app, made, 'posted')
  bot.onPost = () => later({ reason: 'Rate limited', retryAfterMs: 5_000 })
  await app.call('PUT', `${path}/${made.id}`, { title: 'Four', content: 'Text' })
  await expectDelivery(app, made, 'waiting', { delivery_reason: 'Rate limited' })
  await app.call('DELETE', `${path}/${made.id}`)
  bot.onPost = () => undefined
  await move(app, 5_000)
  await expect.poll(() => bot.posted).toMatchObject([{ edits: 1, isRemoved: true }])
})

test('a deletion that comes while the post is on its way deletes it once it is there', async () => {
  const { app, bot } = await createBotApp()
  const made = await make(app)
  let deletion: Promise<unknown> | undefined
  bot.onPost = () => {
    deletion ??= app.call('DELETE', `${path}/${made.id}`)
    bot.onPost = () => undefined
    return undefined
  }
  await command(app, 'start')
  await expect.poll(() => listLogs(app)).toMatchObject([{ status: 'skipped' }])
  await deletion
  expect(bot.posted.filter(({ isRemoved }) => isRemoved !== true)).toEqual([])
})

test('an edit of a post that somebody deleted in Discord fails in words; so does an edit that is refused, and it can be tried again', async () => {
  const { app, bot } = await createRunningBot()
  const made = await make(app)
  await expectDelivery(app, made, 'posted')
  bot.posted[0]!.isRemoved = true
  await app.call('PUT', `${path}/${made.id}`, { title: 'Two', content: 'Text' })
  const reason = 'The post could not be edited. Somebody deleted the post in Discord (Unknown Message)'
  await expectDelivery(app, made, 'failed', { delivery_reason: reason, log_id: 1 })
  await app.call('DELETE', `${path}/${made.id}`)
  await expect.poll(() => listLogs(app)).toMatchObject([{ status: 'skipped' }])

  const other = await make(app, { title: 'Other' })
  await expectDelivery(app, other, 'posted')
  bot.onPost = refusing('no_permission')
  await app.call('PUT', `${path}/${other.id}`, { title: 'Two', content: 'Text' })
  await expectDelivery(app, other, 'failed', { log_id: 2 })
  bot.onPost = () => undefined
  // Where it is posted, whichever channel is set by now.
  await saveSettings(app, { updates_channel_id: '444444444444444444' })
  await app.call('POST', '/admin/discord/logs/2/retry')
  await expectDelivery(app, other, 'posted')
  expect(bot.posted[1]).toMatchObject({ channelId: updatesChannel, edits: 1, message: { title: 'Two' } })
})

test('a failed post is moved to another time, and one that is not wanted any more cannot be sent again', async () => {
  const { app, bot } = await createRunningBot()
  bot.onPost = refusing('no_access')
  const made = await make(app)
  await expectDelivery(app, made, 'failed', { delivery_reason: 'The bot cannot see this channel', log_id: 1 })
  bot.onPost = () => undefined
  const at = inHours(app, 1)
  expect(await save(app, made, { publish_at: at })).toMatchObject({ delivery: 'scheduled', delivery_reason: null })
  await move(app, hour)
  await expectDelivery(app, made, 'posted')
  expect(bot.posted).toMatchObject([{ message: { timestamp: at } }])
  bot.onPost = refusing('no_access')
  const unwanted = await make(app)
  await expectDelivery(app, unwanted, 'failed')
  await save(app, unwanted, { post_to_discord: false })
  expect(await app.call('POST', '/admin/discord/logs/2/retry')).toMatchObject({ status: 409 })
})

test('notifications that are off: nothing is stored, a scheduled one is skipped at its time, and posts are edited all the same', async () => {
  const { app, bot } = await createRunningBot()
  const posted = await make(app)
  await expectDelivery(app, posted, 'posted')
  const planned = await make(app, { publish_at: inHours(app, 1) })
  const onAgain = await make(app, { title: 'On again', publish_at: inHours(app, 2) })
  await saveSettings(app, { notifications_enabled: false })
  expect(await make(app)).toMatchObject({ post_to_discord: true, delivery: 'none', delivery_reason: null })
  await app.call('PUT', `${path}/${posted.id}`, { title: 'Two', content: 'Text' })
  await expect.poll(() => bot.posted).toMatchObject([{ edits: 1 }])
  await move(app, hour)
  await expectDelivery(app, planned, 'none', { delivery_reason: 'Notifications are off' })
  await saveSettings(app, { notifications_enabled: true })
  await move(app, hour)
  await expectDelivery(app, onAgain, 'posted')
})

test('what was due more than 24 hours ago is not news; a stopped bot posts what was due since', async () => {
  const { app, bot } = await createBotApp()
  const old = await make(app, { publish_at: inHours(app, 1) })
  const fresh = await make(app, { title: 'Fresh', publish_at: inHours(app, 3) })
  const afterwards = await moveDays(app, 25.5 / 24)
  expect(await read(afterwards, old)).toMatchObject({ delivery: 'waiting' })
  await command(afterwards, 'start')
  await expectDelivery(afterwards, fresh, 'posted')
  expect(await read(afterwards, old)).toMatchObject({ delivery: 'none', delivery_reason: 'Waited longer than 24 hours' })
  expect(bot.posted).toHaveLength(1)
})
