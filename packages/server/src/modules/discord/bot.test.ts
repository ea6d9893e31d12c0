import { expect, onTestFinished, test, vi } from 'vitest'
import { startBotRunner } from './bot-runner.service.ts'
import { transact } from '../../db/transact.ts'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf } from '../../testing/shop/catalogue.ts'
import {
  alertsChannel,
  botToken,
  listLines,
  command,
  createBotApp,
  createRunningBot,
  readStatus,
  saveSettings,
} from '../../testing/shop/discord.ts'
import { RecordingBot } from '../../testing/recording-bot.ts'

test('the bot starts, says since when it runs, and stops', async () => {
  const { app, bot } = await createBotApp()
  expect(await readStatus(app)).toEqual({ is_running: false, last_started: null, logs: [], should_run: false })
  const started = { is_running: true, last_started: '2030-01-01T00:00:00.000Z', should_run: true }
  expect(await command(app, 'start')).toMatchObject({ status: 200, body: { status: started } })
  expect(bot.tokens).toEqual([botToken])
  app.clock.at = new Date('2030-01-01T00:00:05.000Z')
  expect(await command(app, 'start')).toMatchObject({ status: 200, body: { status: started } })
  expect(bot.tokens).toHaveLength(1)
  expect(await command(app, 'stop')).toMatchObject({
    status: 200,
    body: { status: { is_running: false, last_started: '2030-01-01T00:00:00.000Z', should_run: false } },
  })
  expect(bot.closed).toBe(1)
  expect((await readStatus(app)).logs).toEqual([
    { timestamp: '2030-01-01T00:00:00.000Z', message: 'Started as keydesk-bot', is_error: false },
    { timestamp: '2030-01-01T00:00:05.000Z', message: 'Stopped', is_error: false },
  ])
  expect(await command(app, 'stop')).toMatchObject({ status: 200 })
})

test('a restart closes the connection and opens another, also where there was none', async () => {
  const { app, bot } = await createBotApp()
  expect(await command(app, 'restart')).toMatchObject({ status: 200, body: { status: { is_running: true, should_run: true } } })
  expect(await command(app, 'restart')).toMatchObject({ status: 200, body: { status: { is_running: true } } })
  expect([bot.tokens.length, bot.closed]).toEqual([2, 1])
})

test('without a token nothing starts', async () => {
  const app = await createTestApp({ bot: new RecordingBot() })
  for (const verb of ['start', 'restart'] as const) {
    expect(await command(app, verb)).toMatchObject({ status: 422, body: { message: 'Set the bot token first', code: 'bot_token_missing' } })
  }
})

test.each([
  ['wrong_token', null, 'Discord does not accept the bot token'],
  ['not_permitted', 'disallowed intents', 'Discord refuses to let the bot in (disallowed intents)'],
  ['unreachable', 'ECONNREFUSED', 'Discord cannot be reached (ECONNREFUSED)'],
  ['no_answer', null, 'Discord did not answer within 15 seconds'],
  ['closed', 'code 1006', 'Discord closed the connection (code 1006)'],
] as const)('a start that fails with %s says so in the answer and in the log, and the bot stays stopped', async (kind, detail, message) => {
  const { app, bot } = await createBotApp()
  bot.refusal = { kind, detail }
  expect(await command(app, 'start')).toMatchObject({ status: 422, body: { message, code: `bot_${kind}` } })
  expect(await readStatus(app)).toMatchObject({ is_running: false, should_run: false, logs: [{ message, is_error: true }] })
})

test('what waits for Discord is answered with its outcome, also after the time that other calls have', async () => {
  const { app, bot } = await createBotApp()
  // The limit of a call is on this clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const takeLong = (): undefined => void vi.advanceTimersByTime(10_000)
  wrapConnection(bot, {
    connect: async () => takeLong(),
    close: async () => takeLong(),
  })
  bot.onPost = takeLong
  expect(await command(app, 'start')).toMatchObject({ status: 200, body: { status: { is_running: true } } })
  expect(await command(app, 'restart')).toMatchObject({ status: 200, body: { status: { is_running: true } } })
  expect(await app.call('PUT', '/admin/discord/settings', { bot_token: 'another' })).toMatchObject({ status: 200, body: { meta: {} } })
  expect(await app.call('POST', '/admin/discord/test', { channel: 'updates' })).toMatchObject({ body: { data: { status: 'success' } } })
  expect(await command(app, 'stop')).toMatchObject({ status: 200, body: { status: { is_running: false } } })
})

test('the channels are checked side by side, so that a save waits for one answer and not for three', async () => {
  const { app, bot } = await createBotApp({ alerts_channel_id: alertsChannel })
  const all = Promise.withResolvers<void>()
  let asked = 0
  wrapConnection(bot, {
    checkChannel: async () => {
      if ((asked += 1) === 3) all.resolve()
      await all.promise
    },
  })
  expect(await command(app, 'start')).toMatchObject({ status: 200 })
  expect(await app.call('PUT', '/admin/discord/settings', {})).toMatchObject({ status: 200, body: { meta: { warnings: [] } } })
})

test('a bot that is stopped while it starts stays stopped', async () => {
  const { app, bot } = await createBotApp()
  const { begun, goOn } = holdConnect(bot)
  const started = command(app, 'start')
  await begun
  const stopped = command(app, 'stop')
  await expect.poll(async () => (await activityOf(app, 'discord')).at(-1)?.action).toBe('discord.stopped')
  goOn()
  await started
  expect(await stopped).toMatchObject({ status: 200, body: { status: { is_running: false, should_run: false } } })
  expect([bot.tokens.length, bot.closed]).toEqual([1, 1])
})

test('a token that is saved while the bot starts is used', async () => {
  const { app, bot } = await createBotApp()
  const { begun, goOn } = holdConnect(bot)
  const started = command(app, 'start')
  await begun
  await saveSettings(app, { bot_token: 'another' })
  goOn()
  expect(await started).toMatchObject({ status: 200 })
  await expect.poll(() => bot.tokens).toEqual([botToken, 'another'])
  await expect.poll(async () => (await readStatus(app)).is_running).toBe(true)
})

test('the lease is renewed while the bot checks its channels', async () => {
  const { app, bot } = await createBotApp()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const [checking, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  wrapConnection(bot, {
    checkChannel: async () => {
      checking.resolve()
      await answered.promise
    },
  })
  const started = command(app, 'start')
  await checking.promise
  const expiry = async () => (await app.deps.db.selectFrom('lease').select('expires_at').executeTakeFirstOrThrow()).expires_at
  const before = await expiry()
  app.clock.at = new Date(app.clock.at.getTime() + 10_000)
  vi.advanceTimersByTime(5_000)
  await expect.poll(expiry).not.toBe(before)
  // No other server takes the bot over.
  app.clock.at = new Date(app.clock.at.getTime() + 10_000)
  expect((await readStatus(app)).is_running).toBe(true)
  answered.resolve()
  expect(await started).toMatchObject({ status: 200 })
})

test('a renewal of the lease that fails during the work is in the log', async () => {
  const { app, bot } = await createBotApp()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { begun, goOn } = holdConnect(bot)
  const started = command(app, 'start')
  await begun
  const { schema } = app.deps.db
  await schema.alterTable('lease').renameTo('lease_elsewhere').execute()
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => app.logged.join()).toContain("the bot's lease could not be renewed")
  await schema.alterTable('lease_elsewhere').renameTo('lease').execute()
  goOn()
  expect(await started).toMatchObject({ status: 200 })
})

test('a connection that could not be written down is closed before the next one is opened', async () => {
  const { app, bot } = await createBotApp()
  const { schema } = app.deps.db
  const connect = bot.connect
  bot.connect = async (options) => {
    bot.connect = connect
    const connected = await connect(options)
    await schema.alterTable('discord_bot').renameTo('discord_bot_elsewhere').execute()
    return connected
  }
  const started = command(app, 'start')
  await expect.poll(() => bot.closed).toBe(1)
  await schema.alterTable('discord_bot_elsewhere').renameTo('discord_bot').execute()
  await started
  await expect.poll(async () => (await readStatus(app)).is_running).toBe(true)
  expect([bot.tokens.length, bot.closed]).toEqual([2, 1])
})

test('a bot that ran runs again after a restart of the server', async () => {
  const { app, bot } = await createRunningBot()
  const runner = await anotherServer(app)
  await expect.poll(() => runner.bot.tokens).toEqual([botToken])
  expect(bot.closed).toBe(1)
  await expect.poll(async () => (await readStatus(app)).is_running).toBe(true)
  await runner.stop()
  expect(await readStatus(app)).toMatchObject({ is_running: false, should_run: true })
})

test('one of two servers runs the bot, and the other takes over when its lease runs out', async () => {
  const { app, bot } = await createRunningBot()
  const second = new RecordingBot()
  const runner = startBotRunner(app.deps, async () => second)
  try {
    // A command reaches the server that runs the bot, whichever server receives it.
    expect(await command(app, 'restart')).toMatchObject({ status: 200 })
    expect([bot.tokens.length, second.tokens.length]).toEqual([2, 0])
    // The first server is dead and no longer renews its lease. It has no `place`, so its process cannot be checked.
    await app.deps.db.updateTable('lease').set({ holder: 'dead', place: '', expires_at: '2030-01-01T00:00:15.000Z' }).execute()
    app.clock.at = new Date('2030-01-01T00:00:14.000Z')
    expect((await readStatus(app)).is_running).toBe(true)
    app.clock.at = new Date('2030-01-01T00:00:15.001Z')
    await expect.poll(() => bot.tokens.length + second.tokens.length, { timeout: 10_000 }).toBe(3)
    await expect.poll(async () => (await readStatus(app)).is_running).toBe(true)
  } finally {
    await runner.stop()
  }
})

test.each([
  { other: 'is connecting', frozenMs: 0, commands: [] },
  { other: 'runs the bot', frozenMs: 0, commands: ['restart'] },
  { other: 'has stopped it and released the lease', frozenMs: 20_000, commands: ['restart', 'stop'] },
] as const)('a server that was frozen while it connected leaves the bot to another one that $other', async ({ frozenMs, commands }) => {
  const { app, bot } = await createBotApp()
  const second = new RecordingBot()
  const [own, others] = [holdConnect(bot), holdConnect(second)]
  // A frozen server does not renew its lease.
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const started = command(app, 'start')
  await own.begun
  await app.deps.db.updateTable('lease').set({ expires_at: '' }).execute()
  const runner = startBotRunner(app.deps, async () => second, { checkMs: 20 })
  try {
    await others.begun
    if (commands.length > 0) others.goOn()
    for (const verb of commands) expect(await command(app, verb)).toMatchObject({ status: 200 })
    if (frozenMs > 0) await leaseReleased(app)
    vi.advanceTimersByTime(frozenMs)
    const before = [await botRow(app), await listLines(app)]
    own.goOn()
    await expect.poll(() => bot.closed).toBe(1)
    expect([await botRow(app), await listLines(app)]).toEqual(before)
    others.goOn()
    expect(await started).toMatchObject({ status: 200 })
    expect([bot.tokens.length, second.tokens.length]).toEqual([1, 1 + commands.filter((verb) => verb === 'restart').length])
    expect(app.deps.failures.faults).toBe(0)
  } finally {
    await runner.stop()
  }
})

test('a server that was frozen while the bot ran closes its connection if another one has stopped the bot since', async () => {
  const { app, bot } = await createRunningBot()
  await transact(app.deps.db, async (tx) => {
    await tx.updateTable('lease').set({ holder: 'another', expires_at: '' }).execute()
    await tx.updateTable('discord_bot').set({ wanted: 2, handled: 2, should_run: 0, connected_at: null }).execute()
  })
  await expect.poll(() => bot.closed).toBe(1)
})

test('the lease of a process of this machine that is gone is taken at once', async () => {
  const { app } = await createBotApp()
  const { place } = await holdLease(app)
  // No process has this id: ids end far below.
  await app.deps.db
    .updateTable('lease')
    .set({ holder: 'killed', place: place.replace(/\d+$/, '999999999'), expires_at: '2031-01-01T00:00:00.000Z' })
    .execute()
  expect(await command(app, 'start')).toMatchObject({ status: 200, body: { status: { is_running: true } } })
})

test('a connection that ends for good is an error line, and is opened again unless only a person can help', async () => {
  const { app, bot } = await createRunningBot()
  bot.tell({ is: 'reconnecting' })
  bot.tell({ is: 'resumed' })
  bot.tell({ is: 'closed', why: { kind: 'closed', detail: 'code 4000' } })
  await expect.poll(() => bot.tokens.length, { timeout: 10_000 }).toBe(2)
  await expect
    .poll(() => listLines(app))
    .toEqual([
      ...['Started as keydesk-bot', 'Connection lost, reconnecting', 'Connected again', '! Discord closed the connection (code 4000)'],
      'Started as keydesk-bot',
    ])
  bot.tell({ is: 'closed', why: { kind: 'wrong_token', detail: null } })
  await expect.poll(async () => await readStatus(app)).toMatchObject({ is_running: false, should_run: true })
  // A new token makes the bot connect again.
  await saveSettings(app, { bot_token: 'another' })
  await expect.poll(() => bot.tokens).toEqual([botToken, botToken, 'another'])
  await expect.poll(async () => (await readStatus(app)).is_running).toBe(true)
})

test('a bot whose token was refused and then replaced connects again after another server had it', async () => {
  // The lease is renewed by this clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app, bot } = await createBotApp()
  bot.refusal = { kind: 'wrong_token', detail: null }
  expect(await command(app, 'start')).toMatchObject({ status: 422 })
  bot.refusal = null
  expect(await command(app, 'start')).toMatchObject({ status: 200 })
  await app.deps.db.updateTable('lease').set({ holder: 'another', place: '', expires_at: '2031-01-01T00:00:00.000Z' }).execute()
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => bot.closed).toBe(1)
  await app.deps.db.updateTable('lease').set({ expires_at: '' }).execute()
  await expect.poll(() => bot.tokens.length).toBe(3)
  await expect.poll(async () => (await readStatus(app)).is_running).toBe(true)
})

test('a bot whose token was refused and then replaced connects again after its end could not be written down', async () => {
  const { app, bot } = await createRunningBot()
  bot.tell({ is: 'closed', why: { kind: 'wrong_token', detail: null } })
  await expect.poll(async () => (await readStatus(app)).is_running).toBe(false)
  const { schema } = app.deps.db
  const { connect } = bot
  wrapConnection(bot, { close: () => schema.alterTable('discord_bot').renameTo('discord_bot_elsewhere').execute() })
  await saveSettings(app, { bot_token: 'another' })
  await expect.poll(() => bot.tokens).toEqual([botToken, 'another'])
  bot.connect = connect
  bot.tell({ is: 'closed', why: { kind: 'closed', detail: 'code 4000' } })
  await expect.poll(() => bot.closed).toBe(2)
  await schema.alterTable('discord_bot_elsewhere').renameTo('discord_bot').execute()
  await expect.poll(() => bot.tokens).toEqual([botToken, 'another', 'another'])
})

test('a server whose token was refused takes over the bot that another server started with a new one', async () => {
  const { app, bot } = await createBotApp()
  bot.refusal = { kind: 'wrong_token', detail: null }
  expect(await command(app, 'start')).toMatchObject({ status: 422 })
  bot.refusal = null
  await leaseReleased(app)
  // The other server has started it, and is gone.
  await app.deps.db.updateTable('discord_bot').set({ should_run: 1 }).execute()
  await expect.poll(async () => (await readStatus(app)).is_running).toBe(true)
})

test('only the newest 200 lines are kept, oldest first', async () => {
  const { app, bot } = await createRunningBot()
  for (let i = 0; i < 205; i += 1) bot.tell({ is: i === 204 ? 'reconnecting' : 'resumed' })
  await expect.poll(async () => (await readStatus(app)).logs.at(-1)?.message, { timeout: 15_000 }).toBe('Connection lost, reconnecting')
  const { logs } = await readStatus(app)
  expect(logs).toHaveLength(200)
  expect(logs[0]?.message).toBe('Connected again')
  const { count } = await app.deps.db
    .selectFrom('bot_log')
    .select(({ fn }) => fn.count<number>('id').as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(200)
})

/** Does something more before a connection of the bot is opened or closed, and before it checks a channel. */
function wrapConnection(bot: RecordingBot, before: Partial<Record<'connect' | 'close' | 'checkChannel', () => Promise<void>>>): void {
  const { connect } = bot
  bot.connect = async (options) => {
    await before.connect?.()
    const connected = await connect(options)
    if (connected.is === 'failed') return connected
    const { connection } = connected
    const close = () => Promise.resolve(before.close?.()).then(connection.close)
    const checkChannel = (id: string) => Promise.resolve(before.checkChannel?.()).then(() => connection.checkChannel(id))
    return { ...connected, connection: { ...connection, close, checkChannel } }
  }
}

/** Holds the next connection, once begun, until `goOn`. */
function holdConnect(bot: RecordingBot) {
  const [beginning, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  wrapConnection(bot, {
    connect: () => {
      beginning.resolve()
      return holding.promise
    },
  })
  return { begun: beginning.promise, goOn: holding.resolve }
}

/** Stops the first server, and starts another on its database. */
async function anotherServer(app: Awaited<ReturnType<typeof createBotApp>>['app']) {
  await app.stopBot()
  const bot = new RecordingBot()
  const runner = startBotRunner(app.deps, async () => bot)
  return { bot, stop: runner.stop }
}

const botRow = (app: TestApp) => app.deps.db.selectFrom('discord_bot').selectAll().executeTakeFirstOrThrow()

async function holdLease(app: Awaited<ReturnType<typeof createBotApp>>['app']) {
  expect(await command(app, 'start')).toMatchObject({ status: 200 })
  const lease = await app.deps.db.selectFrom('lease').selectAll().executeTakeFirstOrThrow()
  await command(app, 'stop')
  await leaseReleased(app)
  return lease
}

/** The lease is released a moment after the answer to a command. */
async function leaseReleased(app: Awaited<ReturnType<typeof createBotApp>>['app']): Promise<void> {
  await expect.poll(async () => (await app.deps.db.selectFrom('lease').select('expires_at').executeTakeFirstOrThrow()).expires_at).toBe('')
}
