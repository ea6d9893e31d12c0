import { expect, test } from 'vitest'
import { expectDelivery, inHours, makeAnnouncement, saveAnnouncement } from '../../testing/shop/announcements.ts'
import { activityOf } from '../../testing/shop/catalogue.ts'
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
  refusing,
  saveSettings,
  updatesChannel,
} from '../../testing/shop/discord.ts'

const path = '/admin/announcements'

test('an edit and a deletion leave the post alone on request, and the history says so', async () => {
  const { app, bot } = await createRunningBot()
  const made = await makeAnnouncement(app)
  await expectDelivery(app, made, 'posted')
  await saveAnnouncement(app, made, { title: 'Other', update_post: false })
  // Posts are sent in order: once a later one is posted, an edit would be done too.
  await expectDelivery(app, await makeAnnouncement(app, { title: 'Next' }), 'posted')
  expect(bot.posted).toMatchObject([{ edits: 0, message: { title: 'Sale' } }, {}])
  await app.call('DELETE', `${path}/${made.id}?delete_post=false`)
  await expectDelivery(app, await makeAnnouncement(app, { title: 'Last' }), 'posted')
  expect(bot.posted[0]).not.toHaveProperty('isRemoved')
  const left = { discord_post: { before: null, after: 'left as it was' } }
  const recorded = (await activityOf(app, 'announcement')).filter(({ action }) => action !== 'announcement.created')
  expect(recorded).toMatchObject([{ changes: left }, { changes: left }])
})

test('edits and a deletion that come while Discord asks to wait follow in their order, also through a restart of the bot', async () => {
  const { app, bot } = await createRunningBot()
  const made = await makeAnnouncement(app)
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
  const made = await makeAnnouncement(app)
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
  const made = await makeAnnouncement(app)
  await expectDelivery(app, made, 'posted')
  bot.posted[0]!.isRemoved = true
  await app.call('PUT', `${path}/${made.id}`, { title: 'Two', content: 'Text' })
  const reason = 'The post could not be edited. Somebody deleted the post in Discord (Unknown Message)'
  await expectDelivery(app, made, 'failed', { delivery_reason: reason, log_id: 1 })
  await app.call('DELETE', `${path}/${made.id}`)
  await expect.poll(() => listLogs(app)).toMatchObject([{ status: 'skipped' }])

  const other = await makeAnnouncement(app, { title: 'Other' })
  await expectDelivery(app, other, 'posted')
  bot.onPost = refusing('no_permission')
  await app.call('PUT', `${path}/${other.id}`, { title: 'Two', content: 'Text' })
  await expectDelivery(app, other, 'failed', { log_id: 2 })
  bot.onPost = () => undefined
  // The edit goes to the channel of the post, not to the one that is set now.
  await saveSettings(app, { updates_channel_id: '444444444444444444' })
  await app.call('POST', '/admin/discord/logs/2/retry')
  await expectDelivery(app, other, 'posted')
  expect(bot.posted[1]).toMatchObject({ channelId: updatesChannel, edits: 1, message: { title: 'Two' } })
})

test('a deletion of an old post that fails is the newest of the log, says what failed, and can be tried again', async () => {
  const { app, bot } = await createRunningBot()
  const made = await makeAnnouncement(app)
  await expectDelivery(app, made, 'posted')
  await move(app, 60_000)
  const dropped = await makeAnnouncement(app, { title: 'Dropped', publish_at: inHours(app, 9_000 / 2) })
  await saveAnnouncement(app, dropped, { title: 'Dropped', post_to_discord: false })
  for (let nth = 1; nth <= 51; nth++) await announce(app, `News ${nth}`)
  await expectNewest(app, { subject_name: 'News 51', status: 'success' })
  const afterwards = await moveDays(app, 21)
  bot.onPost = refusing('no_access')
  await afterwards.call('DELETE', `${path}/${made.id}`)
  const reason = 'The post could not be deleted. The bot cannot see this channel'
  await expectNewest(afterwards, { id: 1, status: 'failed', subject_name: 'Sale', message_id: 'm1', error_detail: reason })
  expect(await listLogs(afterwards)).toHaveLength(50)
  bot.onPost = () => undefined
  await afterwards.call('POST', '/admin/discord/logs/1/retry')
  const done = 'The post was deleted with the announcement'
  await expectNewest(afterwards, { id: 1, status: 'skipped', subject_name: 'Sale', error_detail: done })
  expect(bot.removed).toEqual(['m1'])
})

const [oldRole, newRole] = ['555555555555555555', '666666666666666666']

test('an announcement that was given up and then edited is sent again with its new words and role, once', async () => {
  const { app, bot } = await createRunningBot()
  bot.onPost = () => later({ isKnown: false })
  const made = await makeAnnouncement(app, { mention_role_id: oldRole })
  await expectDelivery(app, made, 'waiting', { delivery_reason: 'status 500' })
  await move(app, 3_600_000)
  await expectDelivery(app, made, 'failed', { delivery_reason: 'Given up after an hour: status 500' })
  await saveAnnouncement(app, made, { title: 'Sale!', content: 'Better', mention_role_id: newRole })
  bot.onPost = () => undefined
  await app.call('POST', '/admin/discord/logs/1/retry')
  await expectDelivery(app, made, 'posted')
  expect(bot.lookedFor.map(({ title }) => title)).toEqual(['Sale', 'Sale'])
  expect(bot.posted).toMatchObject([{ edits: 0, message: { title: 'Sale!', description: 'Better', mention: newRole } }])
})

/** An announcement whose post arrived, but was given up: Discord answered with errors, and the bot could not look for it. */
async function createGivenUp() {
  const { app, bot } = await createRunningBot()
  bot.onPost = (message, channelId) => {
    if (bot.posted.length === 0) bot.posted.push({ channelId, message, nonce: '', edits: 0 })
    return later({ isKnown: false })
  }
  const made = await makeAnnouncement(app)
  await expectDelivery(app, made, 'waiting', { delivery_reason: 'status 500' })
  bot.found = { is: 'later', reason: 'cannot look', retryAfterMs: null, isKnown: true }
  await move(app, 3_600_000)
  await expectDelivery(app, made, 'failed', { delivery_reason: 'Given up after an hour: cannot look' })
  return { app, bot, made }
}

test('an announcement that was given up although its post arrived is found by its old text, and edited', async () => {
  const { app, bot, made } = await createGivenUp()
  await saveAnnouncement(app, made, { title: 'Sale!', publish_at: app.clock.at.toISOString() })
  bot.onPost = () => undefined
  bot.found = { is: 'found', messageId: 'm1' }
  await app.call('POST', '/admin/discord/logs/1/retry')
  await expectDelivery(app, made, 'posted')
  await expect.poll(() => bot.posted).toMatchObject([{ edits: 1, message: { title: 'Sale!' } }])
})

test.each([true, false])(
  'one that was given up although its post arrived is found and deleted with it, if wanted (%s)',
  async (isWanted) => {
    const { app, bot } = await createRunningBot()
    bot.onPost = () => later({ isKnown: false })
    const made = await makeAnnouncement(app)
    await expectDelivery(app, made, 'waiting', { delivery_reason: 'status 500' })
    await move(app, 3_600_000)
    await expectDelivery(app, made, 'failed', { delivery_reason: 'Given up after an hour: status 500' })
    bot.found = { is: 'found', messageId: 'm77' }
    await app.call('DELETE', `/admin/announcements/${made.id}${isWanted ? '' : '?delete_post=false'}`)
    const after = isWanted
      ? { message_id: 'm77', error_detail: 'The post was deleted with the announcement' }
      : { message_id: null, error_detail: 'The announcement was deleted. Its post may be in the channel' }
    await expectNewest(app, { status: 'skipped', ...after })
    expect(bot.removed).toEqual(isWanted ? ['m77'] : [])
  },
)

/** An announcement that was given up although its post arrived, then turned off and edited. From now on the bot can look for its post. */
async function createTurnedOff() {
  const { app, bot, made } = await createGivenUp()
  const off = await saveAnnouncement(app, made, { post_to_discord: false })
  const delivery_reason = 'It is not to be posted any more. Its post may be in the channel'
  expect(off).toMatchObject({ delivery: 'none', delivery_reason })
  const edited = await saveAnnouncement(app, off, { title: 'Sale!' })
  expect(edited).toMatchObject({ delivery: 'none', delivery_reason })
  bot.onPost = () => undefined
  bot.found = { is: 'found', messageId: 'm1' }
  return { app, bot, off: edited }
}

test('an announcement that was given up and turned off although its post arrived is found and deleted with it', async () => {
  const { app, bot, off } = await createTurnedOff()
  await app.call('DELETE', `${path}/${off.id}`)
  await expectNewest(app, { status: 'skipped', message_id: 'm1', error_detail: 'The post was deleted with the announcement' })
  expect(bot.removed).toEqual(['m1'])
})

test('an announcement that was given up and turned off although its post arrived is found and edited when it is turned on again', async () => {
  const { app, bot, off } = await createTurnedOff()
  await saveAnnouncement(app, off, { title: 'Sale!', post_to_discord: true })
  await expect.poll(() => bot.posted).toMatchObject([{ edits: 1, message: { title: 'Sale!' } }])
  await expectDelivery(app, off, 'posted')
  expect(await listLogs(app)).toHaveLength(1)
})

test('an edited post that fails again is given up an hour after its first attempt', async () => {
  const { app, bot } = await createRunningBot()
  bot.onPost = () => later({ isKnown: false })
  const made = await makeAnnouncement(app)
  await expectDelivery(app, made, 'waiting', { delivery_reason: 'status 500' })
  await saveAnnouncement(app, made, { title: 'Sale!' })
  bot.onPost = () => later({ isKnown: false, reason: 'status 502' })
  await move(app, 3_000_000)
  await expectDelivery(app, made, 'waiting', { delivery_reason: 'status 502' })
  await move(app, 600_000)
  await expectDelivery(app, made, 'failed', { delivery_reason: 'Given up after an hour: status 502' })
  expect(bot.posted).toEqual([])
})
