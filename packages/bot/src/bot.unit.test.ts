import { startDiscord, type StandIn } from '@keydesk/stand-in'
import { test, type TestContext } from 'vitest'
import type { BotConnection } from '@keydesk/contract/bot-port'
import { createBot } from './bot.ts'

/** The real client against the stand-in. */

const token = 'a-bot-token'
const [open, closed, hidden, forgetful] = ['300000000000000001', '300000000000000002', '300000000000000003', '300000000000000004']
const message = {
  ...{
    title: 'Aim',
    url: 'https://shop.example/1',
    description: 'Text @everyone',
    thumbnail: 'https://shop.example/1.webp',
    color: 0x16a34a,
  },
  ...{ fields: [{ name: 'a', value: 'b' }], timestamp: '2030-01-01T00:00:00.000Z' },
}

type Connect = ReturnType<typeof createBot>['connect']
type Event = Parameters<Parameters<Connect>[0]['onEvent']>[0]

interface Service {
  readonly discord: StandIn
  /** The events of the test's connections, oldest first. */
  readonly events: readonly Event[]
  readonly connect: (options?: { apiBase?: string; timeoutMs?: number; as?: string }) => ReturnType<Connect>
  readonly connection: () => Promise<BotConnection>
}

/** Concurrent: each test has a stand-in of its own, and the slowest wait for the library to connect again. */
async function start({ onTestFinished, servers }: Pick<TestContext, 'onTestFinished'> & { servers?: number }): Promise<Service> {
  const channels = [
    { id: open, name: 'updates' },
    { id: closed, name: 'closed', denied: ['SEND_MESSAGES', 'EMBED_LINKS'] as const },
    { id: hidden, name: 'hidden', denied: ['VIEW_CHANNEL'] as const },
    { id: forgetful, name: 'forgetful', denied: ['READ_MESSAGE_HISTORY'] as const },
  ]
  const roles = [
    { id: '400000000000000001', name: 'Customers' },
    { id: '400000000000000002', name: 'Staff' },
  ]
  const discord = await startDiscord({ token, channels, roles, servers, heartbeatMs: 2_000 })
  onTestFinished(() => discord.close())
  const events: Event[] = []
  const connect: Service['connect'] = async ({ apiBase = discord.apiBase, timeoutMs = 15_000, as = token } = {}) => {
    const connected = await createBot({ apiBase }).connect({ token: as, timeoutMs, onEvent: (event) => void events.push(event) })
    if (connected.is === 'connected') onTestFinished(() => connected.connection.close())
    return connected
  }
  const connection = async () => {
    const connected = await connect()
    if (connected.is === 'failed') throw new Error(connected.why.kind)
    return connected.connection
  }
  return { discord, events, connect, connection }
}

test.concurrent.for(['/api/v10', '/api', '/api/v10/'])(
  'it signs in, wherever the base ends: %s',
  async (path, { expect, onTestFinished }) => {
    const { discord, connect } = await start({ onTestFinished })
    const connected = await connect({ apiBase: discord.apiBase.replace('/api/v10', path) })
    expect(connected).toMatchObject({ is: 'connected', connection: { name: 'keydesk-bot' } })
    expect(discord.gateway.seen).toMatchObject({ identifies: 1, resumes: 0 })
  },
)

test.concurrent('it is ready while a server of it is unavailable', async ({ expect, onTestFinished }) => {
  const { discord, connect } = await start({ onTestFinished })
  discord.receive('outage')
  expect(await connect()).toMatchObject({ is: 'connected' })
})

test.concurrent('each failed sign-in has its kind', async ({ expect, onTestFinished }) => {
  const { discord, connect } = await start({ onTestFinished })
  expect(await connect({ as: 'another-token' })).toEqual({ is: 'failed', why: { kind: 'wrong_token', detail: null } })
  for (const [how, why] of [
    [4004, { kind: 'wrong_token', detail: null }],
    [4014, { kind: 'not_permitted', detail: 'disallowed intents' }],
    [4013, { kind: 'not_permitted', detail: 'invalid intents' }],
    [4000, { kind: 'closed', detail: 'code 4000' }],
  ] as const) {
    discord.receive(how)
    expect(await connect()).toEqual({ is: 'failed', why })
  }
  discord.receive('silent')
  expect(await connect({ timeoutMs: 500 })).toEqual({ is: 'failed', why: { kind: 'no_answer', detail: null } })
  discord.receive('ready')
  discord.fail(() => ({ is: 'status', status: 500 }))
  expect(await connect()).toEqual({ is: 'failed', why: { kind: 'unreachable', detail: 'status 500' } })
  // It may be let in a moment later.
  discord.fail(() => ({ is: 'status', status: 429 }))
  expect(await connect()).toMatchObject({ is: 'failed', why: { kind: 'unreachable' } })
  discord.fail(() => ({ is: 'status', status: 403, code: 50001 }))
  expect(await connect()).toEqual({ is: 'failed', why: { kind: 'not_permitted', detail: 'status 403' } })
  discord.fail(() => ({ is: 'silence' }))
  expect(await connect({ timeoutMs: 300 })).toMatchObject({ why: { kind: 'no_answer' } })
  expect(await connect({ apiBase: 'http://127.0.0.1:1/api' })).toEqual({
    is: 'failed',
    why: { kind: 'unreachable', detail: 'ECONNREFUSED' },
  })
})

test.concurrent('a failed sign-in is not repeated', async ({ expect, onTestFinished }) => {
  const { discord, connect, connection } = await start({ onTestFinished })
  discord.receive(4000)
  await connect()
  discord.receive('silent')
  await connect({ timeoutMs: 300 })
  const before = discord.gateway.seen.identifies
  await expect.poll(() => discord.gateway.size()).toBe(0)
  // By the time that other connections are ready, a retry would have come.
  discord.receive('ready')
  for (let i = 0; i < 3; i += 1) await (await connection()).close()
  expect(discord.gateway.seen.identifies - before).toBe(3)
})

test.concurrent('channels and roles of its servers are listed without a connection; a failure has its kind', async ({
  expect,
  onTestFinished,
}) => {
  const { discord } = await start({ onTestFinished })
  const bot = createBot({ apiBase: discord.apiBase })
  expect(await bot.listServers(token)).toEqual({
    is: 'listed',
    servers: [
      {
        ...{ id: '100000000000000001', name: 'Demo server' },
        channels: [
          { id: open, name: 'updates' },
          { id: closed, name: 'closed' },
          { id: hidden, name: 'hidden' },
          { id: forgetful, name: 'forgetful' },
        ],
        roles: [
          { id: '400000000000000002', name: 'Staff' },
          { id: '400000000000000001', name: 'Customers' },
        ],
      },
    ],
  })
  expect(discord.gateway.seen.identifies).toBe(0)
  expect(await bot.listServers('another-token')).toEqual({ is: 'failed', problem: { kind: 'wrong_token', detail: null } })
  discord.fail(({ path }) => (path.endsWith('/roles') ? { is: 'status', status: 500 } : null))
  expect(await bot.listServers(token)).toEqual({ is: 'failed', problem: { kind: 'other', detail: 'status 500' } })
})

test.concurrent('the channels of many servers are listed at the pace that Discord allows', async ({ expect, onTestFinished }) => {
  const { discord } = await start({ onTestFinished, servers: 30 })
  const bot = createBot({ apiBase: discord.apiBase })
  const list = await bot.listServers(token)
  expect(list.is === 'listed' && list.servers.map(({ channels }) => channels.length)).toEqual(Array.from({ length: 30 }, () => 4))
  discord.fail(({ path }) => (path.endsWith('/guilds') ? { is: 'rate_limit', seconds: 60 } : null))
  expect(await bot.listServers(token)).toEqual({ is: 'failed', problem: { kind: 'other', detail: 'too many requests' } })
})

test.concurrent('a message is posted once despite repeated calls, pings nobody, and can be edited', async ({ expect, onTestFinished }) => {
  const { discord, connection } = await start({ onTestFinished })
  const bot = await connection()
  const first = await bot.post(open, message, 'nonce-1')
  expect(await bot.post(open, message, 'nonce-1')).toEqual(first)
  expect(discord.messages).toMatchObject([{ nonce: 'nonce-1', channelId: open, edits: 0 }])
  const { thumbnail, ...rest } = message
  expect(discord.messages[0]?.embeds).toEqual([{ ...rest, thumbnail: { url: thumbnail } }])
  expect(discord.messages[0]?.mentions).toEqual({ parse: [] })
  const { messageId } = first as { messageId: string }
  expect(await bot.edit(open, messageId, { ...message, description: 'Other' })).toEqual(first)
  expect(discord.messages).toMatchObject([{ edits: 1, embeds: [{ description: 'Other' }] }])
  expect(await bot.edit(open, '1', message)).toMatchObject({
    is: 'refused',
    problem: { kind: 'unknown_message', detail: 'Unknown Message, code 10008' },
  })
})

test.concurrent('a role is notified once, by the post and never by an edit; a message that is gone counts as deleted', async ({
  expect,
  onTestFinished,
}) => {
  const { discord, connection } = await start({ onTestFinished })
  const bot = await connection()
  const [role, other] = ['400000000000000001', '400000000000000002']
  const sneaky = { ...message, title: `<@&${other}>`, mention: role }
  const posted = await bot.post(open, sneaky, 'n1')
  const { messageId } = posted as { messageId: string }
  expect(posted).toEqual({ is: 'posted', messageId, url: `https://discord.com/channels/100000000000000001/${open}/${messageId}` })
  expect(discord.messages).toMatchObject([{ content: `<@&${role}>`, notified: [role], mentions: { parse: [], roles: [role] } }])
  let edits: unknown
  discord.fail(({ method, body }) => {
    if (method === 'PATCH') edits = body['allowed_mentions']
    return null
  })
  expect(await bot.edit(open, messageId, { ...message, mention: other })).toEqual(posted)
  expect([discord.messages[0]?.content, edits]).toEqual([`<@&${other}>`, { parse: [] }])
  await bot.edit(open, messageId, message)
  expect(discord.messages[0]?.content).toBe('')

  discord.fail(() => ({ is: 'rate_limit', seconds: 0.2 }))
  expect(await bot.remove(open, messageId)).toMatchObject({ is: 'later', isKnown: true })
  discord.fail(null)
  expect(await bot.remove(open, messageId)).toEqual({ is: 'removed' })
  expect(discord.messages).toEqual([])
  expect(await bot.remove(open, messageId)).toEqual({ is: 'removed' })
  expect(await bot.remove('300000000000000009', messageId)).toEqual({ is: 'removed' })
  expect(await bot.remove(hidden, messageId)).toMatchObject({ is: 'refused', problem: { kind: 'no_access' } })
})

test.concurrent('each failed post has its outcome', async ({ expect, onTestFinished }) => {
  const { discord, connection } = await start({ onTestFinished })
  const bot = await connection()
  let next = 0
  const post = (channel = open) => bot.post(channel, message, `n${(next += 1)}`)
  expect(await post(closed)).toEqual({ is: 'refused', problem: { kind: 'no_permission', detail: 'Missing Permissions, code 50013' } })
  expect(await post(hidden)).toEqual({ is: 'refused', problem: { kind: 'no_access', detail: 'Missing Access, code 50001' } })
  expect(await post('300000000000000009')).toEqual({
    is: 'refused',
    problem: { kind: 'unknown_channel', detail: 'Unknown Channel, code 10003' },
  })
  expect(await bot.post(open, { ...message, title: 'x'.repeat(257) }, 'long')).toMatchObject({ is: 'refused', problem: { kind: 'other' } })
  discord.fail(() => ({ is: 'status', status: 503 }))
  expect(await post()).toEqual({ is: 'later', reason: 'Discord answered with status 503', retryAfterMs: null, isKnown: false })
  discord.fail(() => ({ is: 'cut', when: 'before' }))
  expect(await post()).toMatchObject({ is: 'later', isKnown: false, retryAfterMs: null })
  expect(discord.messages).toHaveLength(0)
  discord.fail(() => ({ is: 'cut', when: 'after' }))
  expect(await post()).toMatchObject({ is: 'later', isKnown: false })
  expect(discord.messages).toHaveLength(1)
  discord.fail(() => ({ is: 'rate_limit', seconds: 0.25 }))
  const limited = await post()
  expect(limited).toMatchObject({ is: 'later', reason: 'Rate limited', isKnown: true })
  expect((limited as { retryAfterMs: number }).retryAfterMs).toBeGreaterThanOrEqual(250)
  discord.fail(null)
  discord.accept('a-new-token')
  await expect.poll(() => post()).toEqual({ is: 'refused', problem: { kind: 'wrong_token', detail: null } })
})

test.concurrent('a message that may be posted already is found by its embed', async ({ expect, onTestFinished }) => {
  const { discord, connection } = await start({ onTestFinished })
  const bot = await connection()
  await bot.post(open, { ...message, title: 'Other' }, 'n1')
  const posted = await bot.post(open, message, 'n2')
  const { messageId } = posted as { messageId: string }
  expect(await bot.findPosted(open, message, new Date())).toEqual({ is: 'found', messageId })
  expect(await bot.findPosted(open, { ...message, timestamp: '2030-01-01T00:00:01.000Z' }, new Date())).toEqual({ is: 'none' })
  expect(await bot.findPosted(open, message, new Date(Date.now() + 120_000))).toEqual({ is: 'none' })
  discord.fail(() => ({ is: 'status', status: 502 }))
  expect(await bot.findPosted(open, message, new Date())).toMatchObject({ is: 'later' })
  discord.fail(null)
  expect(await bot.findPosted(hidden, message, new Date())).toEqual({ is: 'none' })
})

test.concurrent('one whose words are not known is found by its time: the oldest that is not known to be another', async ({
  expect,
  onTestFinished,
}) => {
  const { connection } = await start({ onTestFinished })
  const bot = await connection()
  const { timestamp } = message
  const since = new Date()
  await bot.post(open, { ...message, timestamp: '2030-01-01T00:00:00.001Z' }, 'n1')
  expect(await bot.findPosted(open, { timestamp }, since)).toEqual({ is: 'none' })
  const first = (await bot.post(open, { ...message, title: 'Before' }, 'n2')) as { messageId: string }
  const second = (await bot.post(open, { ...message, title: 'Other' }, 'n3')) as { messageId: string }
  expect(await bot.findPosted(open, { timestamp }, since)).toEqual({ is: 'found', messageId: first.messageId })
  const others = [first.messageId]
  expect(await bot.findPosted(open, { timestamp, others }, since)).toEqual({ is: 'found', messageId: second.messageId })
})

test.concurrent('it is found after hundreds of other messages, and never said to be missing where there are too many', async ({
  expect,
  onTestFinished,
}) => {
  const { discord, connection } = await start({ onTestFinished })
  const bot = await connection()
  const chat = async (count: number): Promise<void> => {
    const headers = { authorization: `Bot ${token}` }
    const body = JSON.stringify({ embeds: [{ title: 'Hello' }] })
    for (let sent = 0; sent < count; sent += 50) {
      const answers = Array.from({ length: 50 }, () =>
        fetch(`${discord.apiBase}/channels/${open}/messages`, { method: 'POST', headers, body }),
      )
      for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
    }
  }
  const since = new Date()
  await chat(250)
  expect(await bot.findPosted(open, message, since)).toEqual({ is: 'none' })
  const { messageId } = (await bot.post(open, message, 'n1')) as { messageId: string }
  let limits = 0
  // Discord allows about five pages in a second.
  discord.fail(({ method, count }) =>
    method === 'GET' && count % 2 === 0 && (limits += 1) < 3 ? { is: 'rate_limit', seconds: 0.1 } : null,
  )
  expect(await bot.findPosted(open, message, since)).toEqual({ is: 'found', messageId })
  expect(limits).toBeGreaterThan(0)
  discord.fail(null)
  await chat(750)
  const reason = 'The channel has more than 1000 messages to search for the post'
  expect(await bot.findPosted(open, { ...message, title: 'Other' }, since)).toMatchObject({ is: 'later', reason, isKnown: false })
})

test.concurrent('missing permissions of a channel are found before a post', async ({ expect, onTestFinished }) => {
  const { connection } = await start({ onTestFinished })
  const bot = await connection()
  expect(await bot.checkChannel(open)).toBeNull()
  expect(await bot.checkChannel(closed)).toEqual({ kind: 'no_permission', detail: 'missing: Send Messages, Embed Links' })
  expect(await bot.checkChannel(hidden)).toMatchObject({ kind: 'no_access' })
  // It may post there, but would not find what it posted.
  expect(await bot.checkChannel(forgetful)).toEqual({ kind: 'no_history', detail: 'missing: Read Message History' })
  expect(await bot.post(forgetful, message, 'n1')).toMatchObject({ is: 'posted' })
  expect(await bot.findPosted(forgetful, message, new Date())).toEqual({ is: 'none' })
  expect(await bot.checkChannel('300000000000000009')).toMatchObject({ kind: 'unknown_channel' })
})

test.concurrent('a lost connection is resumed, a forgotten session starts anew, and the final end is reported', async ({
  expect,
  onTestFinished,
}) => {
  const { discord, events, connection } = await start({ onTestFinished })
  const bot = await connection()
  discord.gateway.drop()
  await expect.poll(() => events, { timeout: 10_000 }).toEqual([{ is: 'reconnecting' }, { is: 'resumed' }])
  expect(discord.gateway.seen).toMatchObject({ identifies: 1, resumes: 1 })
  discord.gateway.forgetSessions()
  discord.gateway.drop()
  await expect.poll(() => discord.gateway.seen.identifies, { timeout: 15_000 }).toBe(2)
  await expect.poll(() => events.at(-1), { timeout: 10_000 }).toEqual({ is: 'resumed' })
  expect(await bot.post(open, message, 'n')).toMatchObject({ is: 'posted' })
  discord.gateway.drop(4004)
  await expect.poll(() => events.at(-1)).toEqual({ is: 'closed', why: { kind: 'wrong_token', detail: null } })
})

test.concurrent('heartbeats are answered, and a closed connection leaves the gateway', async ({ expect, onTestFinished }) => {
  const { discord, connection } = await start({ onTestFinished })
  const bot = await connection()
  await expect.poll(() => discord.gateway.seen.heartbeats, { timeout: 10_000 }).toBeGreaterThan(0)
  await bot.close()
  await expect.poll(() => discord.gateway.size()).toBe(0)
})
