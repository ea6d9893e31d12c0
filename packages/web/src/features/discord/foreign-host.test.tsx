import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { DiscordPage } from './page.tsx'

const status = {
  is_running: false,
  last_started: '2026-11-20T12:00:00.000Z',
  logs: [{ timestamp: '2026-11-20T12:00:00.000Z', message: 'Hello', is_error: false }],
}
const settings = { updates_channel_id: '111111111111111111', restock_channel_id: '', notifications_enabled: true }
const log = { id: 1, type: 'promotion', status: 'queued', channel_id: null, message_id: null, sent_at: null, error_detail: null }

test.each([
  ['with the envelope', { data: settings }, { data: [log] }],
  ['without it', settings, [log]],
])('a host that knows only the basic calls, %s', async (_, settingsAnswer, logsAnswer) => {
  const { user, requests, bodies } = await renderForeign(<DiscordPage />, {
    url: '/discord',
    answers: {
      'GET /admin/discord/bot/status': { status },
      'GET /admin/discord/settings': settingsAnswer,
      'GET /admin/discord/logs': logsAnswer,
      'POST /admin/discord/bot/start': { status: { ...status, is_running: true } },
      'PUT /admin/discord/settings': {},
    },
  })
  expect(await screen.findByText('Hello')).toBeTruthy()
  expect((await screen.findByLabelText<HTMLInputElement>('Updates Channel ID')).value).toBe('111111111111111111')
  const cells = within(await screen.findByRole('table', { name: 'Notification Logs' })).getAllByRole('cell')
  expect(cells.slice(0, 6).map((cell) => cell.textContent)).toEqual(['promotion', 'queued', '-', '-', '-', '-'])
  await user.click(screen.getByRole('button', { name: 'Start' }))
  expect(await screen.findByText('Bot started successfully')).toBeTruthy()
  expect(await screen.findByText('Running')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /test message/ })).toBeNull()
  expect(document.body.textContent).not.toMatch(/send a test|Starts again/)
  expect(screen.queryByLabelText('Alerts Channel ID')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save Settings' }))
  expect(await screen.findByText('Discord settings updated successfully')).toBeTruthy()
  expect(bodies('PUT /admin/discord/settings')).toEqual([{ ...settings, bot_token: '' }])
  expect(requests).toContain('GET /admin/discord/logs?limit=50')
})

const open = (answers: Readonly<Record<string, unknown>>) =>
  renderForeign(<DiscordPage />, {
    url: '/discord',
    answers: {
      'GET /admin/discord/bot/status': { status },
      'GET /admin/discord/settings': settings,
      'GET /admin/discord/logs': [],
      ...answers,
    },
  })

test.each([
  ['none', {}],
  ['null', { timestamp: null }],
  ['a word', { timestamp: 'yesterday' }],
  ['seconds', { timestamp: 1_763_640_000 }],
  ['milliseconds', { timestamp: 1_763_640_000_000 }],
  ['a day that there is not', { timestamp: '2026-13-45T10:00:00Z' }],
])('a bot log line whose time is %s is shown without one', async (_, time) => {
  const logs = [{ ...time, message: 'Connecting' }, ...status.logs]
  await open({ 'GET /admin/discord/bot/status': { status: { ...status, last_started: 'never', logs } } })
  const lines = within(await screen.findByRole('log', { name: 'Bot Log' })).getAllByRole('listitem')
  const [line, next] = lines
  expect(line!.textContent).toBe('Connecting')
  expect(next!.textContent).toMatch(/^\d\d:\d\d:\d\dHello$/)
  expect(document.body.textContent).not.toContain('Invalid')
})

test('a bad log line is left out alone', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const logs = [null, 'Hi', ...status.logs, { message: 'Failed', is_error: 'true' }]
  await open({ 'GET /admin/discord/bot/status': { status: { ...status, is_running: 1, logs } } })
  const lines = within(await screen.findByRole('log', { name: 'Bot Log' })).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent.replace(/^[\d:]+/, ''))).toEqual(['Hello', 'Error: Failed'])
  expect(screen.getByText('Running')).toBeTruthy()
})

test('a message without an id is shown, and cannot be sent again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { id: _, ...bare } = { ...log, status: 'failed', error_detail: 'Missing access' }
  const rows = [
    { ...bare, type: 'update', channel_id: 123, sent_at: 'soon' },
    { ...bare, type: 'restock' },
    null,
    { ...bare, id: '7', type: 'announcement' },
  ]
  await open({ 'GET /admin/discord/logs': { data: rows } })
  const table = within(await screen.findByRole('table', { name: 'Notification Logs' }))
  const cells = table
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .slice(0, 6),
    )
  expect(cells).toEqual([
    ['Update', 'Failed', '123', '-', '-', 'Missing access'],
    ['Restock', 'Failed', '-', '-', '-', 'Missing access'],
    ['Announcement', 'Failed', '-', '-', '-', 'Missing access'],
  ])
  expect(table.queryByRole('button')).toBeNull()
})
