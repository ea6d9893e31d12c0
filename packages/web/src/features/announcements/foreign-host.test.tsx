import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { AnnouncementsPage } from './page.tsx'

const path = '/notifications'
const list = 'GET /admin/announcements'
/** An announcement with only the fields that a foreign host must send. */
const bare = { id: 3, title: 'Maintenance', content: 'On Sunday', created_at: '2026-11-20T12:00:00.000Z' }

const rowsOf = async () =>
  within(await screen.findByRole('table', { name: 'Notifications' }))
    .getAllByRole('row')
    .slice(1)

test.each([
  ['in an envelope', (rows: unknown) => ({ data: rows, meta: null })],
  ['bare', (rows: unknown) => rows],
])('a list %s: a bad row is left out alone, and an invalid date shows as none', async (_, wrap) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const rows = [null, bare, 'x', { title: 'Without an id' }, { id: '2', title: 2026, content: null, created_at: 'yesterday' }]
  await renderForeign(<AnnouncementsPage />, { url: path, answers: { [list]: wrap(rows) } })
  const shown = (await rowsOf()).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
      .slice(0, 3),
  )
  expect(shown).toEqual([
    ['Maintenance', 'On Sunday', '11/20/2026'],
    ['2026', '', '–'],
  ])
})

test('an announcement is saved by the basic calls alone, although the answer is empty', async () => {
  const call = 'PUT /admin/announcements/3'
  const { user, bodies } = await renderForeign(<AnnouncementsPage />, { url: path, answers: { [list]: [bare], [call]: 'ok' } })
  const [row] = await rowsOf()
  await user.click(within(row!).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  // Such a host has no posts.
  expect([dialog.queryByRole('switch'), screen.queryByRole('columnheader', { name: 'Discord' })]).toEqual([null, null])
  await user.type(dialog.getByLabelText('Title'), '!{Enter}')
  expect(await screen.findByText('Notification updated successfully')).toBeTruthy()
  expect(bodies(call)).toEqual([{ title: 'Maintenance!', content: 'On Sunday' }])
})

test('the question before a deletion does not mention restoring', async () => {
  const { user } = await renderForeign(<AnnouncementsPage />, { url: path, answers: { [list]: [bare] } })
  const [row] = await rowsOf()
  await user.click(within(row!).getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete notification?' })
  expect(question.textContent).toContain('“Maintenance” will be deleted.')
  expect(question.textContent).not.toMatch(/restore/)
})

test('an answer that is not a list is a failure', async () => {
  await renderForeign(<AnnouncementsPage />, { url: path, answers: { [list]: { data: 'none' } } })
  expect(await screen.findByText('Failed to fetch notifications')).toBeTruthy()
})
