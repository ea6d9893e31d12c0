import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { command, createBotApp, createRunningBot } from '../../testing/shop/discord.ts'

const servers = [
  {
    ...{ id: '100000000000000001', name: 'Demo server' },
    channels: [{ id: '111111111111111111', name: 'updates' }],
    roles: [{ id: '444444444444444444', name: 'Customers' }],
  },
]

test('channels and roles are listed while the bot runs', async () => {
  const { app, bot } = await createRunningBot()
  bot.servers = { is: 'listed', servers }
  expect(dataOf(await app.call('GET', '/admin/discord/servers'))).toEqual(servers)
  await command(app, 'stop')
  expect(dataOf(await app.call('GET', '/admin/discord/servers'))).toEqual([])
})

test('without a running bot there are none, and Discord is not asked', async () => {
  const { app, bot } = await createBotApp()
  bot.servers = { is: 'failed', problem: { kind: 'wrong_token', detail: null } }
  expect(dataOf(await app.call('GET', '/admin/discord/servers'))).toEqual([])
  const withoutBot = await createTestApp()
  expect(dataOf(await withoutBot.call('GET', '/admin/discord/servers'))).toEqual([])
})

test('Discord’s refusal is in the answer', async () => {
  const { app, bot } = await createRunningBot()
  for (const [problem, message] of [
    [{ kind: 'other', detail: 'status 500' }, 'Discord did not list its channels (status 500)'],
    [{ kind: 'wrong_token', detail: null }, 'Discord does not accept the bot token'],
  ] as const) {
    bot.servers = { is: 'failed', problem }
    expect(await app.call('GET', '/admin/discord/servers')).toMatchObject({ status: 503, body: { code: 'unavailable', message } })
  }
})
