import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { DiscordPage } from './discord-page.tsx'

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
])('a host that knows only the specification, %s', async (_, settingsAnswer, logsAnswer) => {
  const { user, requests } = await renderForeign(<DiscordPage />, {
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
  await user.click(screen.getByRole('button', { name: 'Save Settings' }))
  expect(await screen.findByText('Discord settings updated successfully')).toBeTruthy()
  expect(requests).toContain('GET /admin/discord/logs?limit=50')
})
