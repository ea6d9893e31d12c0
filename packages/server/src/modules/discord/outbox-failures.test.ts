import { expect, test } from 'vitest'
import type { BotMessage } from '@keydesk/contract/bot-port'
import { activityOf, dataOf, makeVariant } from '../../testing/shop/catalogue.ts'
import {
  announce,
  botToken,
  command,
  createBotApp,
  createRunningBot,
  expectNewest,
  later,
  listLogs,
  move,
  moveDays,
  readStatus,
  restockChannel,
  saveSettings,
  updatesChannel,
  announceTo,
  refusing,
} from '../../testing/shop/discord.ts'
import { testNow, type TestApp } from '../../testing.ts'
import { recordRestore } from '../restore-holds/restore-holds.service.ts'

const retry = (app: TestApp, id: number) => app.call('POST', `/admin/discord/logs/${id}/retry`)

test('what fails for now is tried again after 1, 2, 4 … 60 seconds, and given up after an hour', async () => {
  const { app, bot } = await createRunningBot()
  const attempts: number[] = []
  bot.onPost = () => {
    attempts.push((app.clock.at.getTime() - testNow.getTime()) / 1_000)
    return later()
  }
  await announce(app, 'Sale')
  const due = async () => (await app.deps.db.selectFrom('outbox').select('send_after').executeTakeFirstOrThrow()).send_after
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const expected = new Date(app.clock.at.getTime() + seconds * 1_000)
    await expect.poll(due).toBe(expected.toISOString())
    await move(app, seconds * 1_000)
  }
  await expect.poll(() => attempts).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
  await move(app, 3_600_000 - 183_000)
  await expectNewest(app, { status: 'failed', error_detail: 'Given up after an hour: status 500' })
})

test('a message that Discord refuses for good fails at once with the reason, and can be sent again', async () => {
  const { app, bot } = await announceTo(refusing('unknown_channel', 'Unknown Channel, code 10003'))
  await expectNewest(app, { status: 'failed', error_detail: 'This channel does not exist (Unknown Channel, code 10003)' })
  bot.onPost = () => undefined
  expect(dataOf(await retry(app, 1))).toMatchObject({ id: 1, status: 'pending', error_detail: null })
  await expectNewest(app, { status: 'success', message_id: 'm1' })
  const refused = { code: 'invalid_transition', message: 'Only a failed message can be sent again' }
  expect(await retry(app, 1)).toMatchObject({ status: 409, body: refused })
  expect(await retry(app, 2)).toMatchObject({ status: 404, body: { message: 'Log row not found' } })
})

test('sent again, a message goes to the channel that is set now', async () => {
  const { app, bot } = await announceTo(refusing('unknown_channel'))
  await expectNewest(app, { status: 'failed', channel_id: updatesChannel })
  await app.call('POST', '/admin/discord/test', { channel: 'restock' })
  await expectNewest(app, { id: 2, type: 'test', status: 'failed', channel_id: restockChannel })
  bot.onPost = () => undefined
  const [updates, restock] = ['333333333333333333', '444444444444444444']
  await saveSettings(app, { updates_channel_id: updates, restock_channel_id: restock })
  expect(dataOf(await retry(app, 1))).toMatchObject({ id: 1, status: 'pending', channel_id: updates })
  await retry(app, 2)
  await expect.poll(() => bot.posted.map(({ channelId }) => channelId).toSorted()).toEqual([updates, restock])
  bot.onPost = refusing('unknown_channel')
  await announce(app, 'More')
  await expectNewest(app, { id: 3, status: 'failed' })
  await saveSettings(app, { updates_channel_id: '' })
  expect(await retry(app, 3)).toMatchObject({ status: 422, body: { message: 'No updates channel is set', code: 'channel_missing' } })
})

test('a message that failed long ago is sent again when a person asks for it', async () => {
  const { app, bot } = await announceTo(refusing('unknown_channel'))
  await expectNewest(app, { status: 'failed' })
  bot.onPost = () => undefined
  const afterwards = await moveDays(app, 2)
  await retry(afterwards, 1)
  await expectNewest(afterwards, { status: 'success' })
  expect(bot.posted).toHaveLength(1)
  expect(await activityOf(afterwards, 'discord')).toContainEqual(expect.objectContaining({ action: 'discord.message_resent' }))
})

test('what waits goes to the channel that is set when the bot starts, and is skipped where none is', async () => {
  const { app, bot } = await createBotApp()
  await announce(app, 'Sale')
  await makeVariant(app, ['A'])
  await saveSettings(app, { updates_channel_id: '333333333333333333', restock_channel_id: '' })
  await command(app, 'start')
  await expect
    .poll(() => listLogs(app))
    .toMatchObject([
      { type: 'restock', status: 'skipped', error_detail: 'No restock channel is set' },
      { type: 'announcement', status: 'success', channel_id: '333333333333333333' },
    ])
  expect(bot.posted).toMatchObject([{ channelId: '333333333333333333', message: { title: 'Sale' } }])
})

test('a new channel counts from the next attempt on', async () => {
  const { app, bot } = await announceTo(() => later({ retryAfterMs: 5_000 }))
  await expectNewest(app, { status: 'pending', error_detail: 'status 500' })
  await saveSettings(app, { updates_channel_id: '333333333333333333' })
  bot.onPost = () => undefined
  await move(app, 5_000)
  await expectNewest(app, { status: 'success', channel_id: '333333333333333333' })
  expect(bot.posted).toMatchObject([{ channelId: '333333333333333333' }])
})

test('what a restore holds goes to the channel that is set when it is sent, but where an attempt before the backup may have posted it', async () => {
  const { app, bot } = await createRunningBot()
  await announce(app, 'Posted')
  await expectNewest(app, { status: 'success' })
  bot.onPost = ({ title }) => (title === 'Tried' ? later({ isKnown: false }) : undefined)
  await announce(app, 'Tried')
  await expectNewest(app, { status: 'pending', error_detail: 'status 500' })
  await command(app, 'stop')
  await announce(app, 'Untried')
  await makeVariant(app, ['A'])
  await recordRestore(app.deps, { createdAt: app.clock.at.toISOString(), withheld: 0, struck: 0, lastOrderId: 0 })
  const updates = '333333333333333333'
  await saveSettings(app, { updates_channel_id: updates, restock_channel_id: '' })
  expect(dataOf(await app.call('GET', '/admin/restore-holds'))).toMatchObject({ message_count: 3 })
  await move(app, 120_000)
  bot.onPost = () => undefined
  await command(app, 'start')
  await app.call('POST', '/admin/restore-holds/messages', { decision: 'send' })
  await expect
    .poll(() => listLogs(app))
    .toMatchObject([
      { type: 'restock', status: 'skipped', error_detail: 'No restock channel is set' },
      { subject_name: 'Untried', status: 'success', channel_id: updates },
      { subject_name: 'Tried', status: 'success', channel_id: updatesChannel },
      { subject_name: 'Posted', status: 'success', channel_id: updatesChannel },
    ])
})

test('a token that is no longer accepted stops the bot and loses nothing', async () => {
  const { app, bot } = await announceTo(refusing('wrong_token'))
  await expect.poll(async () => await readStatus(app)).toMatchObject({ is_running: false, should_run: true })
  expect(await listLogs(app)).toMatchObject([{ status: 'pending' }])
  bot.onPost = () => undefined
  await move(app, 2_000)
  await app.call('PUT', '/admin/discord/settings', { bot_token: 'new' })
  await expectNewest(app, { status: 'success' })
})

test('an attempt whose outcome is not known is made again with the same nonce, or looked for when that may be forgotten', async () => {
  const { app, bot } = await createRunningBot()
  const lost: BotMessage[] = []
  bot.onPost = (message) => {
    lost.push(message)
    return later({ isKnown: false, reason: `connection lost ${lost.length}` })
  }
  await announce(app, 'Sale')
  await expectNewest(app, { status: 'pending', error_detail: 'connection lost 1' })
  bot.found = { is: 'later', reason: 'cannot look', retryAfterMs: null, isKnown: false }
  await move(app, 2_000)
  await expectNewest(app, { status: 'pending', error_detail: 'connection lost 2' })
  expect(bot.lookedFor).toEqual([])
  await move(app, 60_000)
  // While the search cannot find out, nothing is posted again.
  await expectNewest(app, { status: 'pending', error_detail: 'cannot look' })
  bot.found = { is: 'found', messageId: 'm77' }
  await move(app, 60_000)
  await expectNewest(app, { status: 'success', message_id: 'm77' })
  expect(bot.lookedFor).toMatchObject([{ title: 'Sale' }, { title: 'Sale' }])
  expect(lost).toHaveLength(2)
})

test('reasons are stored without the token', async () => {
  const { app } = await announceTo(() => ({ is: 'refused', problem: { kind: 'other', detail: `no ${botToken}` } }))
  await expectNewest(app, { status: 'failed' })
  expect(await listLogs(app)).toMatchObject([{ error_detail: 'Discord refused the message (no [token])' }])
})
