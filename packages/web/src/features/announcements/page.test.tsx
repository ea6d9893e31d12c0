import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { shownToasts } from '../../../test/toasts.ts'
import { formatDate } from '../../kit/text/format.ts'
import { AnnouncementsPage } from './page.tsx'
import { row, start } from './testing.tsx'

const table = () => screen.findByRole('table', { name: 'Notifications' })
const titles = () => [...document.querySelectorAll('tbody tr')].map((each) => each.querySelector('td')!.textContent)
test('without announcements the page says so and offers to write one', async () => {
  const { user, open } = await start()
  await open()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Notifications Management')
  expect(await screen.findByText('No notifications found')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Write your first notification' }))
  expect(await screen.findByRole('dialog', { name: 'Add Notification' })).toBeTruthy()
})

test('both fields are required; an announcement is sent as title and content, and appears in the table', async () => {
  const { user, open, sent } = await start()
  await open()
  await user.click(await screen.findByRole('button', { name: 'Add Notification' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Notification' }))
  await user.type(dialog.getByLabelText('Content'), '   ')
  await user.click(dialog.getByRole('button', { name: 'Add Notification' }))
  expect(await dialog.findByText('Title is required')).toBeTruthy()
  expect(dialog.getByText('Content is required')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Title'))
  expect(sent('POST')).toEqual([])

  await user.type(dialog.getByLabelText('Title'), ' Winter sale ')
  await user.type(dialog.getByLabelText('Content'), 'From Friday')
  await user.click(dialog.getByRole('button', { name: 'Add Notification' }))
  expect(await screen.findByText('Notification created successfully')).toBeTruthy()
  expect(sent('POST', '/admin/announcements').map(({ body }) => body)).toEqual([{ title: 'Winter sale', content: 'From Friday' }])
  const cells = (await row('Winter sale')).getAllByRole('cell').map((cell) => cell.textContent)
  expect(cells).toEqual(['Winter sale', 'From Friday', formatDate('2030-01-01T00:00:00.000Z'), 'Not posted', ''])
  const heads = within(await table()).getAllByRole('columnheader')
  expect(heads.map((cell) => cell.textContent)).toEqual(['Title', 'Content', 'Created At', 'Discord', 'Actions'])
})

test('a dialog closes and forgets its draft before the list is fetched again; then the new row appears', async () => {
  const { user, open, network } = await start()
  await open()
  await user.click(await screen.findByRole('button', { name: 'Write your first notification' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Notification' }))
  await user.type(dialog.getByLabelText('Title'), 'Winter sale')
  await user.type(dialog.getByLabelText('Content'), 'From Friday')
  const draft = () => localStorage.getItem('draft:ann:announcement:new')
  await waitFor(() => expect(draft()).not.toBeNull())
  const release = network.holdNext(/^GET .*announcements/)
  await user.click(dialog.getByRole('button', { name: 'Add Notification' }))
  expect(await screen.findByText('Notification created successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(draft()).toBeNull()
  expect(screen.queryByText('Winter sale')).toBeNull()
  release()
  await row('Winter sale')
  // The pressed button is gone with the empty list.
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notifications' }))
})

test('after a lost answer a second press makes no second announcement', async () => {
  const { user, open, list, network } = await start()
  await open()
  await user.click(await screen.findByRole('button', { name: 'Add Notification' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Notification' }))
  await user.type(dialog.getByLabelText('Title'), 'Winter sale')
  await user.type(dialog.getByLabelText('Content'), 'From Friday')
  network.loseNext(/^POST .*announcements/)
  await user.click(dialog.getByRole('button', { name: 'Add Notification' }))
  expect(await screen.findByText('Failed to save notification')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Add Notification' }))
  expect(await screen.findByText('Notification created successfully')).toBeTruthy()
  expect(await list()).toHaveLength(1)
})

test('the newest comes first; search and sort are in the address', async () => {
  const { user, router, server, go, add } = await start()
  await add('Bravo', 'first')
  server.clock.at = new Date('2030-01-01T01:00:00Z')
  await add('Alpha', 'second')
  server.clock.at = new Date('2030-01-01T02:00:00Z')
  await add('Charlie', 'third')
  await go('/notifications', { q: 'second' })
  await row('Alpha')
  expect(titles()).toEqual(['Alpha'])
  await user.clear(screen.getByRole('searchbox', { name: 'Search notifications' }))
  await waitFor(() => expect(titles()).toEqual(['Charlie', 'Alpha', 'Bravo']))
  expect(screen.getByRole('columnheader', { name: 'Created At' }).getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Title' }))
  await waitFor(() => expect(titles()).toEqual(['Alpha', 'Bravo', 'Charlie']))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'title' }))
  await user.type(screen.getByRole('searchbox'), 'zzz')
  expect(await screen.findByText('No notifications match')).toBeTruthy()
})

test('deleting asks first, with its own sentence', async () => {
  const { user, open, add, list, breakTable } = await start()
  await add('Winter sale')
  await open()
  const ask = async () => {
    await user.click((await row('Winter sale')).getByRole('button', { name: 'Delete' }))
    return within(await screen.findByRole('alertdialog'))
  }
  const question = await ask()
  expect(question.getByText('Are you sure you want to delete this notification?')).toBeTruthy()
  expect(question.getByText(/Winter sale/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(await list()).toHaveLength(1)

  const mend = await breakTable('activity')
  await user.click((await ask()).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete notification')).toBeTruthy()
  await mend()
  await user.click((await ask()).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Notification deleted successfully')).toBeTruthy()
  expect(await screen.findByText('No notifications found')).toBeTruthy()
})

test('an announcement that a colleague has deleted leaves the list after the refusal', async () => {
  const { user, open, add, call } = await start()
  const { id } = await add('Winter sale')
  await add('Spring sale')
  await open()
  const press = async (title: string) => {
    await user.click((await row(title)).getByRole('button', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  }
  await row('Winter sale')
  await call('DELETE', `/admin/announcements/${id}`)
  await press('Winter sale')
  expect(await screen.findByText('Failed to delete notification')).toBeTruthy()
  await waitFor(() => expect(titles()).toEqual(['Spring sale']))
})

test('after the answer to an edit was lost, the list shows it', async () => {
  const { user, open, add, network } = await start()
  await add('Winter sale')
  await open()
  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await user.type(dialog.getByLabelText('Title'), '!')
  network.loseNext(/PUT .*announcements/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(titles()).toEqual(['Winter sale!']))
})

test('and a second press saves it without a question, although the server has trimmed the texts', async () => {
  const { user, open, add, network, list, sent } = await start()
  await add('Winter sale')
  await open()
  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await user.type(dialog.getByLabelText('Title'), '! ')
  await user.type(dialog.getByLabelText('Content'), ' and more\n')
  network.loseNext(/PUT .*announcements/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to save notification')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Notification updated successfully')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent('PUT').map(({ body }) => (body as { version: number }).version)).toEqual([1, 1, 2])
  expect((await list())[0]).toMatchObject({ title: 'Winter sale!', content: 'Words and more', version: 2 })
})

test('a failed save shows a toast, shows the reason in the dialog, and keeps what was typed', async () => {
  const { user, open, add, breakTable } = await start()
  await add('Winter sale')
  await open()
  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await breakTable('activity')
  await user.type(dialog.getByLabelText('Title'), '!')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to save notification')).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).not.toBe('')
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Winter sale!')
})

test('editing sends the version; a stale save can be applied on top of what somebody else saved', async () => {
  const { user, open, add, call, list, sent } = await start()
  const { id } = await add('Winter sale', 'From Friday')
  await open()
  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await call('PUT', `/admin/announcements/${id}`, { title: 'Winter sale', content: 'From Saturday' })
  await user.type(dialog.getByLabelText('Title'), '!')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Another save changed this notification' }))
  expect(question.getByText('Content')).toBeTruthy()
  // The list behind the dialog shows what is stored now.
  expect(await screen.findByText('From Saturday')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Apply mine on top' }))
  expect(await screen.findByText('Notification updated successfully')).toBeTruthy()
  expect(shownToasts()).toEqual(['Notification updated successfully'])
  expect(sent('PUT').map(({ body }) => body)).toEqual([
    { title: 'Winter sale!', content: 'From Friday', version: 1 },
    { title: 'Winter sale!', content: 'From Saturday', version: 2 },
  ])
  expect((await list())[0]).toMatchObject({ title: 'Winter sale!', content: 'From Saturday', version: 3 })
})

test('a failure to load announcements shows a toast, and Try again loads them', async () => {
  const { user, open, add, breakTable } = await start()
  await add('Winter sale')
  const mend = await breakTable('announcement')
  await open()
  expect(await screen.findByText('Failed to fetch notifications')).toBeTruthy()
  await mend()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await row('Winter sale')).toBeTruthy()
})

test('a host that knows only the basic calls', async () => {
  const { user, requests } = await renderForeign(<AnnouncementsPage />, {
    url: '/notifications',
    answers: {
      'GET /admin/announcements': [{ id: 3, title: 'Winter sale', content: 'From Friday', created_at: '2026-11-20T12:00:00.000Z' }],
      'PUT /admin/announcements/3': 'ok',
    },
  })
  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await user.type(dialog.getByLabelText('Title'), '!')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Notification updated successfully')).toBeTruthy()
  expect(requests).toContain('PUT /admin/announcements/3')
})
