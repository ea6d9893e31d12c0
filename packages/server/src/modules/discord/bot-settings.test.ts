import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals } from '../../testing/shop/catalogue.ts'
import {
  alertsChannel,
  botToken,
  listLines,
  command,
  createBotApp,
  createRunningBot,
  readStatus,
  restockChannel,
  saveSettings,
  updatesChannel,
} from '../../testing/shop/discord.ts'

test('a new token while the bot runs restarts it, and a blank one does not', async () => {
  const { app, bot } = await createRunningBot()
  await saveSettings(app, { bot_token: '' })
  await saveSettings(app, { bot_token: botToken })
  expect(bot.tokens).toEqual([botToken])
  await saveSettings(app, { bot_token: 'another' })
  expect(bot.tokens).toEqual([botToken, 'another'])
  expect((await readStatus(app)).is_running).toBe(true)
})

test('however busy the server is, a save with a new token answers once the bot runs with it', async () => {
  const { app, bot } = await createRunningBot()
  for (let turn = 1; turn <= 6; turn += 1) {
    const others = Array.from({ length: 20 }, () => readStatus(app))
    await saveSettings(app, { bot_token: `token-${turn}` })
    expect(bot.tokens.slice(1)).toEqual(Array.from({ length: turn }, (_, index) => `token-${index + 1}`))
    await Promise.all(others)
  }
})

test('settings answer what was saved and never the token, and what is left out stays', async () => {
  const app = await createTestApp()
  const off = {
    ...{ updates_channel_id: '', restock_channel_id: '', alerts_channel_id: '', product_url: '' },
    ...{ notifications_enabled: false, bot_token_set: false },
  }
  expect((await app.call('GET', '/admin/discord/settings')).body).toEqual({ data: off })
  const sent = {
    updates_channel_id: ` ${updatesChannel} `,
    restock_channel_id: restockChannel,
    alerts_channel_id: ` ${alertsChannel}`,
    notifications_enabled: true,
    bot_token: botToken,
    product_url: ' https://shop.example/p/{id} ',
  }
  const saved = {
    ...{ updates_channel_id: updatesChannel, restock_channel_id: restockChannel, notifications_enabled: true, bot_token_set: true },
    alerts_channel_id: alertsChannel,
    product_url: 'https://shop.example/p/{id}',
  }
  expect((await app.call('PUT', '/admin/discord/settings', sent)).body).toEqual({ data: saved })
  expect((await app.call('PUT', '/admin/discord/settings', { restock_channel_id: '' })).body).toEqual({
    data: { ...saved, restock_channel_id: '' },
  })
  expect((await app.call('GET', '/admin/discord/settings')).body).toEqual({ data: { ...saved, restock_channel_id: '' } })
  expect(dataOf(await app.call('PUT', '/admin/discord/settings', { product_url: '' }))).toMatchObject({ product_url: '' })
  const activity = await activityOf(app, 'discord')
  expect(activity).toHaveLength(3)
  expect(activity[0]).toMatchObject({ action: 'discord.settings_updated', changes: { bot_token: { before: null, after: 'changed' } } })
})

test('settings that cannot be are refused', async () => {
  const app = await createTestApp()
  const refusals: [object, string][] = [
    [{ updates_channel_id: '123' }, 'Updates Channel ID must be 17 to 20 digits'],
    [{ updates_channel_id: '1'.repeat(21) }, 'Updates Channel ID must be 17 to 20 digits'],
    [{ restock_channel_id: 'general' }, 'Restock Channel ID must be 17 to 20 digits'],
    [{ restock_channel_id: 17 }, 'Restock Channel ID must be text'],
    [{ notifications_enabled: 'yes' }, 'Enable Notifications must be true or false'],
    [{ bot_token: 'two words' }, 'Bot Token must not contain spaces or special characters'],
    ...['shop.example/p/{id}', 'https://shop.example/p/', 'javascript:alert({id})', 'https:// {id}', 'https://{id'].map(
      (url): [object, string] => [
        { product_url: url },
        'Product link must be a web address with {id} in it, such as https://shop.example/p/{id}',
      ],
    ),
    [{ product_url: `https://shop.example/{id}/${'x'.repeat(500)}` }, 'Product link must be at most 500 characters'],
    [{ product_url: 7 }, 'Product link must be text'],
    [{ bot_token: 'x'.repeat(201) }, 'Bot Token must be at most 200 characters'],
  ]
  expect.hasAssertions()
  const call = (input: object) => ['PUT', '/admin/discord/settings', input] as const
  await expectRefusals(
    app,
    refusals.map(([input, message]) => ({ call: call(input), status: 400, says: { message, code: 'invalid_input' } })),
  )
})

test('a save while the bot runs says which channel it cannot post to', async () => {
  const { app, bot } = await createRunningBot({ alerts_channel_id: alertsChannel })
  bot.problems = {
    [updatesChannel]: { kind: 'unknown_channel', detail: null },
    [restockChannel]: { kind: 'no_permission', detail: 'missing: Send Messages' },
    [alertsChannel]: { kind: 'no_history', detail: 'missing: Read Message History' },
  }
  const warnings = [
    'Updates Channel: This channel does not exist',
    'Restock Channel: The bot is not allowed to post in this channel (missing: Send Messages)',
    'Alerts Channel: The bot cannot read the history of this channel, so it may post something twice (missing: Read Message History)',
  ]
  expect(await app.call('PUT', '/admin/discord/settings', {})).toMatchObject({ status: 200, body: { meta: { warnings } } })
  await expect.poll(() => listLines(app)).toEqual(['Started as keydesk-bot', ...warnings.map((warning) => `! ${warning}`)])
  bot.problems = {}
  expect(await app.call('PUT', '/admin/discord/settings', {})).toMatchObject({ body: { meta: { warnings: [] } } })
})

test('the token is stored nowhere in plain, and cannot be read with another secret', async () => {
  const { app, bot } = await createBotApp()
  bot.refusal = { kind: 'unreachable', detail: `trouble with ${botToken}` }
  expect(JSON.stringify(await command(app, 'start'))).not.toContain(botToken)
  const stored = JSON.stringify([
    await app.deps.db.selectFrom('discord_bot').selectAll().execute(),
    await app.deps.db.selectFrom('bot_log').selectAll().execute(),
    await app.deps.db.selectFrom('activity').selectAll().execute(),
  ])
  expect(stored).toContain('trouble with [token]')
  expect(stored + app.logged.join('')).not.toContain(botToken)
  await app.deps.db.updateTable('discord_bot').set({ token_sealed: 'v1.a.b.c' }).execute()
  expect(await command(app, 'start')).toMatchObject({
    status: 422,
    body: { message: 'The stored bot token cannot be read. Enter it again.' },
  })
})
