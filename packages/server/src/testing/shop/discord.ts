import type { BotStatus, DiscordSettingsInput, DiscordLogRow } from '@keydesk/contract'
import { expect } from 'vitest'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'
import { dataOf } from './catalogue.ts'
import type { ChannelProblem, PostOutcome } from '@keydesk/contract/bot-port'
import { RecordingBot } from '../recording-bot.ts'

export const updatesChannel = '111111111111111111'
export const restockChannel = '222222222222222222'
export const alertsChannel = '333333333333333333'
export const botToken = 'the-secret-bot-token'

/** A server whose bot is configured (a token, both channels, notifications on) but stopped. */
export async function createBotApp(settings: DiscordSettingsInput = {}) {
  const bot = new RecordingBot()
  const app = await createTestApp({ bot })
  await saveSettings(app, {
    ...{ updates_channel_id: updatesChannel, restock_channel_id: restockChannel, notifications_enabled: true, bot_token: botToken },
    ...settings,
  })
  return { app, bot }
}

/** Like `createBotApp`, with the bot started. Waits until it has logged that. */
export async function createRunningBot(settings: DiscordSettingsInput = {}) {
  const made = await createBotApp(settings)
  expect(await command(made.app, 'start')).toMatchObject({ status: 200 })
  await expect.poll(async () => (await readStatus(made.app)).logs.at(-1)?.message).toMatch(/^Started as /)
  return made
}

export const saveSettings = async (app: TestApp, input: DiscordSettingsInput) =>
  dataOf(await app.call('PUT', '/admin/discord/settings', input))

export const command = (app: TestApp, verb: 'start' | 'stop' | 'restart') => app.call('POST', `/admin/discord/bot/${verb}`)

export async function readStatus(app: TestApp): Promise<BotStatus> {
  const { status, body } = await app.call('GET', '/admin/discord/bot/status')
  expect(status).toBe(200)
  return (body as { status: BotStatus }).status
}

/** The lines of the bot's log. `!` marks an error. */
export const listLines = async (app: TestApp): Promise<string[]> =>
  (await readStatus(app)).logs.map((line) => `${line.is_error ? '! ' : ''}${line.message}`)

export const listLogs = async (app: TestApp): Promise<DiscordLogRow[]> =>
  dataOf(await app.call('GET', '/admin/discord/logs')) as DiscordLogRow[]

/** Waits until the newest message matches. */
export async function expectNewest(app: TestApp, what: object): Promise<void> {
  await expect.poll(async () => (await listLogs(app))[0], { timeout: 10_000 }).toMatchObject(what)
}

export const announce = (app: TestApp, title: string) => app.call('POST', '/admin/announcements', { title, content: 'Text' })

/** A running bot that responds to an announcement with this outcome. */
export async function announceTo(onPost: RecordingBot['onPost']) {
  const made = await createRunningBot()
  made.bot.onPost = onPost
  await announce(made.app, 'Sale')
  return made
}

/** Refuses each message for good. */
export const refusing =
  (kind: ChannelProblem['kind'], detail: string | null = null) =>
  (): PostOutcome => ({ is: 'refused', problem: { kind, detail } })

/** The outcome of a message that cannot be posted for now. */
export const later = (more: Partial<PostOutcome & { is: 'later' }> = {}): PostOutcome => ({
  is: 'later',
  reason: 'status 500',
  retryAfterMs: null,
  isKnown: true,
  ...more,
})

/** Advances the clock, except for the lease, which uses the real time. */
export async function move(app: TestApp, ms: number): Promise<void> {
  await app.deps.db.updateTable('lease').set({ expires_at: '2031-01-01T00:00:00.000Z' }).execute()
  app.clock.at = new Date(app.clock.at.getTime() + ms)
}

/** Like `move`, and signs the administrator in again: a session lasts 12 hours. */
export async function moveDays(app: TestApp, days: number): Promise<TestApp> {
  await move(app, days * 24 * 3_600_000)
  const login = { identity: testAdmin.username, password: testAdmin.password }
  const { token } = dataOf(await app.call('POST', '/auth/password-login', login, { token: null })) as { token: string }
  return { ...app, token, call: (method, url, body, options) => app.call(method, url, body, { token, ...options }) }
}
