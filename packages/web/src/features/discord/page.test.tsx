import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { formatClock, formatDateTime } from '../../kit/text/format.ts'
import { button, card, open, restock, storedSettings, updates, useTimersByHand } from '../../../test/open-discord.tsx'

const expectToast = (text: string) => waitFor(() => expect(document.querySelector('[data-sonner-toast]')?.textContent).toContain(text))

test('the bot is stopped, started, restarted and stopped again', async () => {
  const { user, show, bot } = await open()
  await show()
  const management = await card('Bot Management')
  expect((await management.findByText('Stopped')).className).toContain('text-red')
  expect(management.getByText('Never')).toBeTruthy()
  expect(management.queryByRole('button', { name: 'Stop' })).toBeNull()
  await user.click(await button('Start'))
  expect((await management.findByText('Running')).className).toContain('text-green')
  await expectToast('Bot started successfully')
  expect(management.queryByRole('button', { name: 'Start' })).toBeNull()
  expect(management.getByText(formatDateTime('2030-01-01T00:00:00.000Z'))).toBeTruthy()
  await user.click(await button('Restart'))
  await waitFor(() => expect(bot.tokens).toHaveLength(2))
  expect(await screen.findByText('Bot restarted successfully')).toBeTruthy()
  await user.click(await button('Stop'))
  expect(await management.findByText('Stopped', { selector: 'dd *' })).toBeTruthy()
  expect(await screen.findByText('Bot stopped successfully')).toBeTruthy()
})

test('a failed command shows that it failed, and the log shows the reason in red', async () => {
  const { user, show, bot } = await open()
  bot.refusal = { kind: 'wrong_token', detail: null }
  await show()
  await screen.findByText('Stopped')
  await user.click(await button('Start'))
  await expectToast('Failed to start bot')
  const management = await card('Bot Management')
  expect((await management.findByRole('alert')).textContent).toBe('Discord does not accept the bot token')
  const log = within(management.getByRole('log', { name: 'Bot Log' }))
  const line = await log.findByText('Discord does not accept the bot token')
  expect(line.className).toContain('text-red')
  expect(log.getByText(formatClock('2030-01-01T00:00:00.000Z')).textContent).toMatch(/^\d\d:\d\d:\d\d$/)
  await user.click(await button('Restart'))
  expect(await screen.findByText('Failed to restart bot')).toBeTruthy()
  await waitFor(() => expect(log.getAllByText('Discord does not accept the bot token')).toHaveLength(2))
  // A line that was read already is not drawn again.
  expect(log.getAllByText('Discord does not accept the bot token')[0]).toBe(line)
})

test('the reason of a failed command goes away when the settings are saved, and a later failure has its own', async () => {
  const { user, show, bot } = await open({ settings: null })
  await show()
  await screen.findByText('Stopped')
  await user.click(await button('Start'))
  const management = await card('Bot Management')
  expect((await management.findByRole('alert')).textContent).toBe('Set the bot token first')
  await user.type(screen.getByLabelText('Bot Token'), 'a-bot-token')
  await user.click(await button('Save Settings'))
  expect(await screen.findByText('Token is set')).toBeTruthy()
  await waitFor(() => expect(management.queryByRole('alert')).toBeNull())
  bot.refusal = { kind: 'wrong_token', detail: null }
  await user.click(await button('Start'))
  expect((await management.findByRole('alert')).textContent).toBe('Discord does not accept the bot token')
})

test('the reason of a start that was pressed right after a save stays when the save has refetched the status', async () => {
  const { user, show, bot, network } = await open()
  bot.refusal = { kind: 'wrong_token', detail: null }
  await show()
  await screen.findByText('Stopped')
  const release = network.holdNext(/GET .*bot\/status/)
  await user.click(await button('Save Settings'))
  await expectToast('Discord settings updated successfully')
  await user.click(await button('Start'))
  await expectToast('Failed to start bot')
  release()
  const management = await card('Bot Management')
  expect((await management.findByRole('alert')).textContent).toBe('Discord does not accept the bot token')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Saving...' })).toBeNull())
  expect(management.getByRole('alert').textContent).toBe('Discord does not accept the bot token')
})

test('the reason of a failed start goes away when a colleague starts the bot', async () => {
  const { user, show, bot, call, queries } = await open()
  bot.refusal = { kind: 'wrong_token', detail: null }
  await show()
  await screen.findByText('Stopped')
  await user.click(await button('Start'))
  const management = await card('Bot Management')
  await management.findByRole('alert')
  bot.refusal = null
  await call('POST', '/admin/discord/bot/start')
  // Happens by itself within a minute.
  await queries.invalidateQueries({ queryKey: ['discord'] })
  expect(await management.findByText('Running')).toBeTruthy()
  expect(management.queryByRole('alert')).toBeNull()
})

test('a bot that cannot be stopped goes on running', async () => {
  const { user, show, network } = await open({ isRunning: true })
  await show()
  network.failNext(/POST .*bot\/stop/)
  await user.click(await button('Stop'))
  await expectToast('Failed to stop bot')
  expect((await card('Bot Management')).getByText('Running')).toBeTruthy()
})

test('the status is polled every 5 seconds while the bot runs, and not while it is stopped', async () => {
  const { user, show, sent } = await open({ isRunning: true })
  useTimersByHand()
  const polls = () => sent('GET', '/admin/discord/bot/status').length
  await show()
  await button('Stop')
  expect(polls()).toBe(1)
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(polls()).toBe(2))
  await user.click(await button('Stop'))
  await button('Start')
  const before = polls()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(polls()).toBe(before)
})

test('a bot that should run is polled while it is down: once it is back, the screen says so, lists the channels and shows what was posted', async () => {
  const { show, bot, call, sent } = await open({ isRunning: true })
  bot.refusal = { kind: 'wrong_token', detail: null }
  await expect(call('POST', '/admin/discord/bot/restart')).rejects.toThrow('Discord does not accept the bot token')
  await call('POST', '/admin/announcements', { title: 'Sale', content: 'Text' })
  useTimersByHand()
  await show()
  const management = await card('Bot Management')
  expect(await management.findByText('Stopped', { selector: 'dd *' })).toBeTruthy()
  expect(management.getByText('The bot should be running. The log says why it is not.')).toBeTruthy()
  const table = within(await screen.findByRole('table', { name: 'Notification Logs' }))
  expect(table.getByText('Pending')).toBeTruthy()
  expect(screen.getByLabelText('Updates Channel ID').tagName).toBe('INPUT')
  await vi.advanceTimersByTimeAsync(5_000)
  for (const url of ['/admin/discord/bot/status', '/admin/discord/logs?limit=50'])
    await waitFor(() => expect(sent('GET', url)).toHaveLength(2))
  bot.refusal = null
  bot.servers = { is: 'listed', servers: [demoServer] }
  await call('POST', '/admin/discord/bot/restart')
  await expect.poll(async () => JSON.stringify(await call('GET', '/admin/discord/logs'))).toContain('success')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await management.findByText('Running')).toBeTruthy()
  expect(await table.findByText('Success')).toBeTruthy()
  expect((await screen.findByRole('combobox', { name: 'Updates Channel ID' })).textContent).toBe('#updates')
  expect(sent('GET', '/admin/discord/servers')).toHaveLength(2)
})

test('a late answer from before the bot was stopped does not show it running again', async () => {
  const { user, show, sent, network } = await open({ isRunning: true })
  useTimersByHand()
  await show()
  await button('Stop')
  const release = network.holdNext(/GET .*bot\/status/)
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(sent('GET', '/admin/discord/bot/status')).toHaveLength(2))
  await user.click(await button('Stop'))
  await button('Start')
  release()
  await vi.advanceTimersByTimeAsync(1_000)
  const management = await card('Bot Management')
  expect(management.getByText('Stopped', { selector: 'dd *' })).toBeTruthy()
  expect(management.queryByRole('button', { name: 'Stop' })).toBeNull()
})

test('settings are shown without the token, checked, and saved in the exact format of the call', async () => {
  const { user, show, sent, network } = await open({ settings: null })
  await show()
  const settings = await card('Integration Settings')
  const token = (await settings.findByLabelText('Bot Token')) as HTMLInputElement
  expect([token.type, token.value]).toEqual(['password', ''])
  expect(settings.queryByText('Token is set')).toBeNull()
  expect(settings.getByText('While this is off, no news is posted, and the bot skips due announcements.')).toBeTruthy()
  await user.type(settings.getByLabelText('Updates Channel ID'), '123')
  await user.click(settings.getByRole('button', { name: 'Save Settings' }))
  expect((await settings.findByRole('alert')).textContent).toBe('Updates Channel ID must be 17 to 20 digits')
  expect(document.activeElement).toBe(settings.getByLabelText('Updates Channel ID'))
  expect(sent('PUT')).toEqual([])
  await user.clear(settings.getByLabelText('Updates Channel ID'))
  await user.type(settings.getByLabelText('Updates Channel ID'), updates)
  await user.type(settings.getByLabelText('Restock Channel ID'), restock)
  await user.type(token, 'a-bot-token')
  await user.click(settings.getByRole('switch', { name: 'Enable Notifications' }))
  const release = network.holdNext(/PUT .*discord\/settings/)
  await user.click(settings.getByRole('button', { name: 'Save Settings' }))
  expect((await settings.findByRole<HTMLButtonElement>('button', { name: 'Saving...' })).disabled).toBe(true)
  release()
  await expectToast('Discord settings updated successfully')
  // Only what was changed: the alerts channel is left out.
  expect(sent('PUT')[0]?.body).toEqual(storedSettings)
  expect(await settings.findByText('Token is set')).toBeTruthy()
  await waitFor(() => expect(token.value).toBe(''))
})

test('problems that a running bot reports are shown, and a failed save keeps what was typed', async () => {
  const { user, show, bot, breakTable } = await open({ isRunning: true })
  bot.problems = { [updates]: { kind: 'unknown_channel', detail: null } }
  await show()
  const settings = await card('Integration Settings')
  await user.click(await settings.findByRole('switch', { name: 'Enable Notifications' }))
  await user.click(settings.getByRole('button', { name: 'Save Settings' }))
  expect(await settings.findByText('Updates Channel: This channel does not exist')).toBeTruthy()
  const mend = await breakTable('activity')
  await user.type(settings.getByLabelText('Bot Token'), 'new-token')
  await user.click(settings.getByRole('button', { name: 'Save Settings' }))
  expect(await screen.findByText('Failed to update Discord settings')).toBeTruthy()
  await mend()
  expect(settings.getByLabelText<HTMLInputElement>('Bot Token').value).toBe('new-token')
})

test('a test message needs a running bot and a saved channel, and appears in the logs', async () => {
  const { user, show, bot, call } = await open()
  await show()
  await screen.findByText('Stopped')
  const send = () => button('Send test message to the updates channel')
  expect(((await send()) as HTMLButtonElement).disabled).toBe(true)
  await user.click(await button('Start'))
  await waitFor(async () => expect(((await send()) as HTMLButtonElement).disabled).toBe(false))
  await user.click(await send())
  expect(await screen.findByText('Test message posted')).toBeTruthy()
  const table = within(await screen.findByRole('table', { name: 'Notification Logs' }))
  expect(await table.findByRole('cell', { name: 'Test' })).toBeTruthy()
  bot.onPost = () => ({ is: 'refused', problem: { kind: 'no_permission', detail: null } })
  await user.click(await send())
  expect(await screen.findByText('The bot is not allowed to post in this channel', { selector: '[data-sonner-toast] *' })).toBeTruthy()
  await user.type(screen.getByLabelText('Updates Channel ID'), '9')
  expect(((await send()) as HTMLButtonElement).disabled).toBe(true)
  await call('POST', '/admin/discord/bot/stop')
})

test('a test message that Discord has not answered yet is said to wait', async () => {
  const { user, show, bot, call, sent } = await open({ isRunning: true })
  bot.onPost = () => ({ is: 'later', reason: 'status 500', retryAfterMs: null, isKnown: false })
  await show()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const send = await button('Send test message to the updates channel')
  await waitFor(() => expect((send as HTMLButtonElement).disabled).toBe(false))
  await user.click(send)
  await expect.poll(async () => JSON.stringify(await call('GET', '/admin/discord/logs'))).toContain('status 500')
  expect(sent('POST', '/admin/discord/test')).toHaveLength(1)
  vi.advanceTimersByTime(20_000)
  await expectToast('The test waits: Discord has not answered yet')
})

test('the alerts channel is optional and checked, a test message proves it, and its messages are in the logs', async () => {
  const { user, show, sent } = await open({ isRunning: true })
  await show()
  const settings = await card('Integration Settings')
  const alerts = await settings.findByLabelText<HTMLInputElement>('Alerts Channel ID')
  const testButton = () => settings.getByRole<HTMLButtonElement>('button', { name: 'Send test message to the alerts channel' })
  expect(settings.getAllByText(/Test messages need a saved channel and a running bot\.$/)).toHaveLength(1)
  expect(testButton().disabled).toBe(true)
  await user.type(alerts, '123')
  await user.click(settings.getByRole('button', { name: 'Save Settings' }))
  expect((await settings.findByRole('alert')).textContent).toBe('Alerts Channel ID must be 17 to 20 digits')
  expect(sent('PUT')).toEqual([])
  await user.clear(alerts)
  await user.type(alerts, '333333333333333333')
  await user.click(settings.getByRole('button', { name: 'Save Settings' }))
  await expectToast('Discord settings updated successfully')
  expect(sent('PUT')[0]?.body).toMatchObject({ alerts_channel_id: '333333333333333333' })
  await waitFor(() => expect(testButton().disabled).toBe(false))
  await user.click(testButton())
  await expectToast('Test message posted')
  expect(sent('POST').at(-1)?.body).toEqual({ channel: 'alerts' })
  const table = within(await screen.findByRole('table', { name: 'Notification Logs' }))
  expect(await table.findByText('333333333333333333')).toBeTruthy()
})

test('the product link is checked and saved, and nothing else is sent', async () => {
  const { user, show, sent } = await open()
  await show()
  const settings = await card('Integration Settings')
  const link = await settings.findByLabelText<HTMLInputElement>('Product link')
  const save = async (url: string) => {
    await user.clear(link)
    await user.click(link)
    await user.paste(url)
    await user.click(settings.getByRole('button', { name: 'Save Settings' }))
  }
  await save('https://shop.example/p/')
  const rule = 'Product link must be a web address with {id} in it, such as https://shop.example/p/{id}'
  expect((await settings.findByRole('alert')).textContent).toBe(rule)
  expect(document.activeElement).toBe(link)
  expect(sent('PUT')).toEqual([])
  await save('https://shop.example/p/{id}')
  await expectToast('Discord settings updated successfully')
  expect(sent('PUT')[0]?.body).toEqual({ product_url: 'https://shop.example/p/{id}' })
})

test('text that is typed during a save stays', async () => {
  const { user, show } = await open({ isRunning: true })
  await show()
  const token = await screen.findByLabelText<HTMLInputElement>('Bot Token')
  await user.type(token, 'one')
  await user.click(await button('Save Settings'))
  await user.type(token, 'two')
  await expectToast('Discord settings updated successfully')
  expect(token.value).toBe('onetwo')
})

test("a colleague's change is taken in when the window gets the focus, under what is typed, and no save undoes it", async () => {
  const { user, show, call, queries } = await open()
  await show()
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  await user.type(await screen.findByLabelText('Alerts Channel ID'), '333333333333333333')
  await call('PUT', '/admin/discord/settings', { restock_channel_id: '444444444444444444' })
  // Some seconds later the settings count as old.
  await queries.invalidateQueries({ queryKey: ['discord', 'settings'], refetchType: 'none' })
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(field('Restock Channel ID').value).toBe('444444444444444444'))
  expect(field('Alerts Channel ID').value).toBe('333333333333333333')
  await user.click(await button('Save Settings'))
  await expectToast('Discord settings updated successfully')
  expect((await call('GET', '/admin/discord/settings'))['data']).toMatchObject({
    restock_channel_id: '444444444444444444',
    alerts_channel_id: '333333333333333333',
  })
})

test("a save leaves out what was not changed here, and takes in a colleague's change that the answer brings", async () => {
  const { user, show, call, sent } = await open()
  await show()
  await user.type(await screen.findByLabelText('Alerts Channel ID'), '333333333333333333')
  await call('PUT', '/admin/discord/settings', { restock_channel_id: '444444444444444444' })
  await user.click(await button('Save Settings'))
  await expectToast('Discord settings updated successfully')
  expect(sent('PUT')[0]?.body).toEqual({ alerts_channel_id: '333333333333333333' })
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Restock Channel ID').value).toBe('444444444444444444'))
  await user.clear(screen.getByLabelText('Alerts Channel ID'))
  await user.click(await button('Save Settings'))
  await waitFor(() => expect(sent('PUT')).toHaveLength(2))
  expect(sent('PUT')[1]?.body).toEqual({ alerts_channel_id: '' })
})

test('an empty table says so', async () => {
  const { show } = await open()
  await show()
  expect(await screen.findByText('No messages yet')).toBeTruthy()
  expect(await screen.findByText('No log entries yet. Start the bot to see what it does.')).toBeTruthy()
})

test('each card that cannot be loaded shows the failure in its place', async () => {
  const { show, breakTable } = await open()
  const mend = [await breakTable('discord_bot'), await breakTable('outbox')]
  await show()
  for (const text of ['Failed to load bot status', 'Failed to load Discord settings', 'Failed to load notification logs']) {
    expect(await screen.findByText(text)).toBeTruthy()
  }
  for (const step of mend) await step()
})

test('leaving with unsaved settings asks first, and Ctrl+S saves them', async () => {
  const { user, show, router, sent } = await open()
  await show()
  await user.type(await screen.findByLabelText('Bot Token'), 'x')
  void router.navigate({ to: '/beside' as '/' })
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  await user.keyboard('{Control>}s{/Control}')
  await expectToast('Discord settings updated successfully')
  expect(sent('PUT')).toHaveLength(1)
})

const demoServer = {
  ...{ id: '100000000000000001', name: 'Demo server' },
  channels: [
    { id: updates, name: 'updates' },
    { id: restock, name: 'restocks' },
  ],
  roles: [],
}

test('while the bot runs, channels are chosen by name; an id that is not listed can be typed', async () => {
  const { user, show, bot, sent } = await open({ isRunning: true })
  bot.servers = { is: 'listed', servers: [demoServer] }
  await show()
  const field = await screen.findByRole('combobox', { name: 'Updates Channel ID' })
  expect(field.textContent).toBe('#updates')
  expect(screen.getByRole('combobox', { name: 'Alerts Channel ID' }).textContent).toBe('No channel')
  await user.click(field)
  await user.type(await screen.findByPlaceholderText('Search channels, or type an ID'), `#rest ${restock}`)
  await user.click(await screen.findByRole('option', { name: '#restocks' }))
  expect(field.textContent).toBe('#restocks')
  await user.click(screen.getByRole('combobox', { name: 'Alerts Channel ID' }))
  await user.type(await screen.findByPlaceholderText('Search channels, or type an ID'), '999999999999999999')
  await user.click(await screen.findByRole('option', { name: 'Use the ID 999999999999999999' }))
  await user.click(screen.getByRole('button', { name: 'Save Settings' }))
  await expectToast('Discord settings updated successfully')
  expect(sent('PUT')[0]?.body).toMatchObject({ updates_channel_id: restock, alerts_channel_id: '999999999999999999' })
  expect(screen.getByRole('combobox', { name: 'Alerts Channel ID' }).textContent).toBe('999999999999999999')
})

test('an id that is being typed when the channels arrive keeps its field and the focus', async () => {
  const { user, show, bot, network } = await open({ isRunning: true })
  bot.servers = { is: 'listed', servers: [demoServer] }
  const release = network.holdNext(/GET .*discord\/servers/)
  await show()
  const alerts = await screen.findByLabelText('Alerts Channel ID')
  await user.type(alerts, '3333333333')
  release()
  expect(await screen.findByRole('combobox', { name: 'Updates Channel ID' })).toBeTruthy()
  expect(document.activeElement).toBe(alerts)
  await user.keyboard('33333333')
  await user.tab()
  expect((await screen.findByRole('combobox', { name: 'Alerts Channel ID' })).textContent).toBe('333333333333333333')
})

test('a new token lists the channels that it sees', async () => {
  const { user, show, bot } = await open({ isRunning: true })
  bot.servers = { is: 'failed', problem: { kind: 'wrong_token', detail: null } }
  await show()
  expect((await screen.findAllByText(/The channels of Discord could not be listed, so type the ID\./)).length).toBeGreaterThan(0)
  bot.servers = { is: 'listed', servers: [demoServer] }
  await user.type(screen.getByLabelText('Bot Token'), 'new-token')
  await user.click(await button('Save Settings'))
  expect(await screen.findByRole('combobox', { name: 'Updates Channel ID' })).toBeTruthy()
})

test('ids are typed while the bot is stopped, and where Discord lists nothing', async () => {
  const { user, show, bot } = await open({ isRunning: true })
  bot.servers = { is: 'failed', problem: { kind: 'other', detail: 'status 500' } }
  await show()
  expect((await screen.findAllByText(/The channels of Discord could not be listed, so type the ID\./)).length).toBeGreaterThan(0)
  const field = screen.getByLabelText<HTMLInputElement>('Updates Channel ID')
  expect([field.tagName, field.value]).toEqual(['INPUT', updates])
  bot.servers = { is: 'listed', servers: [demoServer] }
  await user.click(await button('Restart'))
  expect(await screen.findByRole('combobox', { name: 'Updates Channel ID' })).toBeTruthy()
  await user.click(await button('Stop'))
  await waitFor(() => expect(screen.getByLabelText('Updates Channel ID').tagName).toBe('INPUT'))
})
