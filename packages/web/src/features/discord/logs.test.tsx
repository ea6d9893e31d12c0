import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open, updates, useTimersByHand } from '../../../test/open-discord.tsx'

test('the logs have every column; a failed message can be sent again', async () => {
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

test('a skipped message shows the reason, and cannot be sent again', async () => {
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
