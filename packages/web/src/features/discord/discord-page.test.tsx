import { RecordingBot } from '@keydesk/server/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startBeside } from '../../../test/start-beside.tsx'
import { DiscordPage } from './discord-page.tsx'
import { formatClock } from '../../kit/format.ts'

const updates = '111111111111111111'
const restock = '222222222222222222'
const set = { updates_channel_id: updates, restock_channel_id: restock, notifications_enabled: true, bot_token: 'a-bot-token' }

async function open({ settings = set, isRunning = false }: { settings?: object | null; isRunning?: boolean } = {}) {
  const bot = new RecordingBot()
  const page = await startBeside(<DiscordPage />, '/discord', bot)
  if (settings !== null) await page.call('PUT', '/admin/discord/settings', settings)
  if (isRunning) await page.call('POST', '/admin/discord/bot/start')
  return { ...page, bot, show: () => page.go('/discord') }
}

/** From here on time also passes by `vi.advanceTimersByTimeAsync`. */
function useTimersByHand(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

const card = async (title: string) => within(await screen.findByRole('region', { name: title }))
const button = (name: string) => screen.findByRole('button', { name })
const expectToast = (text: string) => waitFor(() => expect(document.querySelector('[data-sonner-toast]')?.textContent).toContain(text))

test('the bot is stopped, started, restarted and stopped again', async () => {
  const { user, show, bot } = await open()
  await show()
  const management = await card('Bot Management')
  expect(await management.findByText('Stopped')).toBeTruthy()
  expect(management.getByText('Never')).toBeTruthy()
  expect(management.queryByRole('button', { name: 'Stop' })).toBeNull()
  await user.click(await button('Start'))
  expect(await management.findByText('Running')).toBeTruthy()
  await expectToast('Bot started successfully')
  expect(management.queryByRole('button', { name: 'Start' })).toBeNull()
  await user.click(await button('Restart'))
  await waitFor(() => expect(bot.tokens).toHaveLength(2))
  expect(await screen.findByText('Bot restarted successfully')).toBeTruthy()
  await user.click(await button('Stop'))
  expect(await management.findByText('Stopped', { selector: 'dd *' })).toBeTruthy()
  expect(await screen.findByText('Bot stopped successfully')).toBeTruthy()
})

test('what fails says that it failed, and why, in the log in red', async () => {
  const { user, show, bot } = await open()
  bot.refusal = { kind: 'wrong_token', detail: null }
  await show()
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
})

test('the status is asked for again every 5 seconds while the bot runs, and not while it is stopped', async () => {
  const { user, show, sent } = await open({ isRunning: true })
  useTimersByHand()
  const asked = () => sent('GET', '/admin/discord/bot/status').length
  await show()
  await button('Stop')
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(asked()).toBe(2))
  await user.click(await button('Stop'))
  await button('Start')
  const before = asked()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked()).toBe(before)
})

test('settings are shown without the token, saved exactly as the call takes them, and checked', async () => {
  const { user, show, sent } = await open({ settings: null })
  await show()
  const settings = await card('Integration Settings')
  const token = (await settings.findByLabelText('Bot Token')) as HTMLInputElement
  expect([token.type, token.value]).toEqual(['password', ''])
  expect(settings.queryByText('Token is set')).toBeNull()
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
  await user.click(settings.getByRole('button', { name: 'Save Settings' }))
  await expectToast('Discord settings updated successfully')
  expect(sent('PUT')[0]?.body).toEqual({ ...set, alerts_channel_id: '', product_url: '' })
  expect(await settings.findByText('Token is set')).toBeTruthy()
  await waitFor(() => expect(token.value).toBe(''))
})

test('the product link is checked, saved and shown again', async () => {
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
  expect(sent('PUT')[0]?.body).toMatchObject({ product_url: 'https://shop.example/p/{id}' })
  await show()
  expect((await screen.findByLabelText<HTMLInputElement>('Product link')).value).toBe('https://shop.example/p/{id}')
})

test('what a running bot finds missing is shown, and a failed save keeps what was typed', async () => {
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

test('a test message is for a running bot and a saved channel, and shows in the logs', async () => {
  const { user, show, bot, call } = await open()
  await show()
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

test('the logs have every column; what failed can be sent again', async () => {
  const { user, show, bot, call, sent } = await open({ isRunning: true })
  bot.onPost = () => ({ is: 'refused', problem: { kind: 'unknown_channel', detail: null } })
  await call('POST', '/admin/announcements', { title: 'Sale', content: 'Text' })
  await expect.poll(async () => JSON.stringify(await call('GET', '/admin/discord/logs'))).toContain('failed')
  bot.onPost = () => undefined
  useTimersByHand()
  await show()
  const table = within(await screen.findByRole('table', { name: 'Notification Logs' }))
  const headers = table.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['Type', 'Status', 'Channel ID', 'Message ID', 'Sent At', 'Error', 'Actions'])
  expect(sent('GET', '/admin/discord/logs?limit=50')).toHaveLength(1)
  const cells = () => table.getAllByRole('cell').map((cell) => cell.textContent)
  expect(cells().slice(0, 6)).toEqual(['Announcement: Sale', 'Failed', updates, '-', '-', 'This channel does not exist'])
  expect(table.getByText('Failed').className).toContain('text-red')
  await user.click(table.getByRole('button', { name: 'Send again' }))
  await expect.poll(async () => JSON.stringify(await call('GET', '/admin/discord/logs'))).toContain('success')
  await vi.advanceTimersByTimeAsync(5_000)
  const sentAt = expect.stringMatching(/20(29|30), .*:\d\d:\d\d [AP]M$/) as string
  await waitFor(() => expect(cells().slice(0, 6)).toEqual(['Announcement: Sale', 'Success', updates, 'm1', sentAt, '-']))
  expect(table.getByText('Success').className).toContain('text-green')
})

test('what was skipped says so and why, and is not offered to be sent again', async () => {
  const { show, call } = await open()
  const { data } = (await call('POST', '/admin/announcements', { title: 'Sale', content: 'Text' })) as { data: { id: number } }
  await call('DELETE', `/admin/announcements/${data.id}`)
  await call('POST', '/admin/discord/bot/start')
  await expect.poll(async () => JSON.stringify(await call('GET', '/admin/discord/logs'))).toContain('skipped')
  await show()
  const table = within(await screen.findByRole('table', { name: 'Notification Logs' }))
  const cells = table.getAllByRole('cell').map((cell) => cell.textContent)
  expect(cells.slice(0, 6)).toEqual(['Announcement', 'Skipped', updates, '-', '-', 'The announcement was deleted'])
  expect(table.getByText('Skipped').className).toContain('text-red')
  expect(table.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('the alerts channel is optional, checked, proved by a test message, and its posts stand in the log', async () => {
  const { user, show, sent } = await open({ isRunning: true })
  await show()
  const settings = await card('Integration Settings')
  const alerts = await settings.findByLabelText<HTMLInputElement>('Alerts Channel ID')
  const testButton = () => settings.getByRole<HTMLButtonElement>('button', { name: 'Send test message to the alerts channel' })
  expect(await settings.findByText(/Choose a channel to send a test\.$/)).toBeTruthy()
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

test('what is typed while a save is under way stays', async () => {
  const { user, show } = await open({ isRunning: true })
  await show()
  const token = await screen.findByLabelText<HTMLInputElement>('Bot Token')
  await user.type(token, 'one')
  await user.click(await button('Save Settings'))
  await user.type(token, 'two')
  await expectToast('Discord settings updated successfully')
  expect(token.value).toBe('onetwo')
})

test('an empty table says so', async () => {
  const { show } = await open()
  await show()
  expect(await screen.findByText('No notifications yet')).toBeTruthy()
  expect(await screen.findByText('No log entries yet. Start the bot to see what it does.')).toBeTruthy()
})

test('each card that cannot be loaded says so in its place', async () => {
  const { show, breakTable } = await open()
  const mend = [await breakTable('discord_bot'), await breakTable('notification')]
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
  void router.navigate({ to: '/beside' })
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  await user.keyboard('{Control>}s{/Control}')
  await expectToast('Discord settings updated successfully')
  expect(sent('PUT')).toHaveLength(1)
})
