import type { Announcement } from '@keydesk/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { startBeside } from '../../../test/start-beside.tsx'
import { shownToasts } from '../../../test/toasts.ts'
import { formatDate, formatDateTime } from '../../kit/format.ts'
import { NotificationsPage } from './notifications-page.tsx'

async function start() {
  const started = await startBeside(<NotificationsPage />, '/notifications')
  return {
    ...started,
    open: () => started.go('/notifications'),
    add: async (title: string, content = 'Words'): Promise<Announcement> =>
      (await started.call('POST', '/admin/announcements', { title, content }))['data'],
    list: async (): Promise<Announcement[]> => (await started.call('GET', '/admin/announcements'))['data'],
  }
}

const testMoment = '2030-01-01T00:00:00.000Z'
const table = () => screen.findByRole('table', { name: 'Notifications' })
const titles = () => [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')!.textContent)
const row = async (title: string) => within((await screen.findByText(title, { selector: 'td *' })).closest('tr')!)

test('without notifications the page says so and offers to write one', async () => {
  const { user, open } = await start()
  await open()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Notifications Management')
  expect(await screen.findByText('No notifications found')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Write your first notification' }))
  expect(await screen.findByRole('dialog', { name: 'Add Notification' })).toBeTruthy()
})

test('both fields are required; a notification is sent as title and content, and stands in the table', async () => {
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

test('the newest comes first; search and sort live in the address', async () => {
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

const updates = '111111111111111111'

test('the dialog says what posting means and previews it; a scheduled one is moved to now, which its row says', async () => {
  const { user, open, call, sent } = await start()
  await open()
  const add = async () => {
    await user.click(await screen.findByRole('button', { name: 'Add Notification' }))
    return within(await screen.findByRole('dialog', { name: 'Add Notification' }))
  }
  const unset = await add()
  expect((await unset.findByText(/^It will not be posted: /)).textContent).toMatch(/no updates channel|notifications are off/)
  await user.click(unset.getByRole('button', { name: 'Cancel' }))
  await call('PUT', '/admin/discord/settings', { updates_channel_id: updates, notifications_enabled: true })
  await open()

  const dialog = await add()
  expect(await dialog.findByText(`Posts to the updates channel ${updates}. It waits until the bot runs.`)).toBeTruthy()
  await user.type(dialog.getByLabelText('Title'), 'Winter sale')
  await user.type(dialog.getByLabelText('Content'), 'From **Friday**')
  const preview = within(dialog.getByRole('figure', { name: 'Preview of the post' }))
  expect(preview.getByText('Winter sale')).toBeTruthy()
  expect(preview.getByText('Friday').tagName).toBe('STRONG')
  const content = dialog.getByLabelText('Content')
  const write = (value: string) => fireEvent.change(content, { target: { value } })
  write('x'.repeat(4_000))
  expect(await dialog.findByText('4,000 of 4,096 characters that Discord shows')).toBeTruthy()
  expect(preview.queryByText(/The post ends there/)).toBeNull()
  write('x'.repeat(4_100))
  expect(await dialog.findByText('4,100 of 4,096 characters that Discord shows. The post is cut there.')).toBeTruthy()
  expect(await preview.findByText(/The post ends there/)).toBeTruthy()
  write('From **Friday**')
  await waitFor(() => expect(dialog.queryByText(/that Discord shows|ends there/)).toBeNull())
  await user.type(dialog.getByLabelText('Role to Notify'), '4000')
  await user.click(dialog.getByRole('radio', { name: 'At a time' }))
  fireEvent.change(dialog.getByLabelText('Date and Time'), { target: { value: '2020-01-01T10:00' } })
  await user.click(dialog.getByRole('button', { name: 'Add Notification' }))
  expect(await dialog.findByText('This time has passed')).toBeTruthy()
  expect(dialog.getByText('Role ID must be 17 to 20 digits')).toBeTruthy()
  await user.type(dialog.getByLabelText('Role to Notify'), '00000000000001')
  expect(preview.getByText('@role 400000000000000001')).toBeTruthy()
  const at = '2030-06-01T10:00'
  fireEvent.change(dialog.getByLabelText('Date and Time'), { target: { value: at } })
  const utc = new Date(at).toISOString()
  expect(dialog.getByText(new RegExp(`saved as ${utc.slice(0, 16).replace('T', ' ')} UTC`))).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Add Notification' }))
  expect((await row('Winter sale')).getByText('Scheduled')).toBeTruthy()
  expect((await row('Winter sale')).getByText(formatDateTime(utc))).toBeTruthy()
  const texts = { title: 'Winter sale', content: 'From **Friday**' }
  expect(sent('POST', '/admin/announcements').map(({ body }) => body)).toEqual([
    { ...texts, publish_at: utc, mention_role_id: '400000000000000001' },
  ])

  await user.click((await row('Winter sale')).getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/It is scheduled for .+, and will not be posted/)).toBeTruthy()
  expect(question.queryByRole('checkbox')).toBeNull()
  await user.click(question.getByRole('button', { name: 'Cancel' }))

  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await user.click(await edit.findByRole('radio', { name: 'At once' }))
  await user.click(edit.getByRole('button', { name: 'Save Changes' }))
  expect(await (await row('Winter sale')).findByText('Waiting')).toBeTruthy()
  expect((await row('Winter sale')).getByText('Until the bot posts it')).toBeTruthy()
  expect(sent('PUT').at(-1)?.body).toEqual({ ...texts, version: 1, publish_at: null })
})

test('of one that is posted, the post is edited and deleted unless that is unticked; one that failed is sent again', async () => {
  const { user, open, add, server, sent } = await start()
  const { id } = await add('Winter sale')
  const failed = await add('Spring sale')
  const times = { created_at: testMoment, queued_at: testMoment, send_after: testMoment, sent_at: testMoment }
  const place = { type: 'announcement', channel: 'updates', channel_id: updates, message_id: '77' } as const
  const post = { ...place, ...times, message: '{}', attempts: 1, revision: 0 }
  const url = `https://discord.com/channels/1/${updates}/77`
  await server.deps.db
    .insertInto('notification')
    .values([
      { ...post, subject_id: id, nonce: 'a', status: 'success', message_url: url, error_detail: null },
      { ...post, subject_id: failed.id, nonce: 'b', status: 'failed', message_url: null, error_detail: 'The bot cannot see this channel' },
    ])
    .execute()
  await open()
  const posted = await row('Winter sale')
  expect(posted.getByRole<HTMLAnchorElement>('link', { name: 'Open in Discord' }).href).toBe(url)
  await user.click(posted.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await user.click(await dialog.findByRole('switch', { name: 'Update the post in Discord' }))
  expect(dialog.getByText('It is posted. The post stays as it is.')).toBeTruthy()
  expect(dialog.queryByRole('radio')).toBeNull()
  await user.type(dialog.getByLabelText('Title'), '!')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect((await row('Winter sale!')).getByText('Posted')).toBeTruthy()
  expect(sent('PUT').at(-1)?.body).toMatchObject({ title: 'Winter sale!', update_post: false })

  const other = await row('Spring sale')
  expect(other.getByText('The post could not be edited. The bot cannot see this channel')).toBeTruthy()
  await user.click(other.getByRole('button', { name: 'Send again' }))
  expect(await other.findByText('Waiting')).toBeTruthy()

  await user.click((await row('Winter sale!')).getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('checkbox', { name: 'Delete the post in Discord, too' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Notification deleted successfully')).toBeTruthy()
  expect(await server.deps.db.selectFrom('notification').select('removes').execute()).toEqual([{ removes: 0 }, { removes: 0 }])
})

test('deleting asks with its own sentence', async () => {
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

test('a failed save says so, tells why in the dialog, and keeps what was typed', async () => {
  const { user, open, add, breakTable } = await start()
  await add('Winter sale')
  await open()
  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await breakTable('activity')
  await user.type(dialog.getByLabelText('Title'), '!')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Failed to save notification')).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).not.toBe('')
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Winter sale!')
})

test('editing sends the version; a stale save can go on top of what somebody else wrote', async () => {
  const { user, open, add, call, list, sent } = await start()
  const { id } = await add('Winter sale', 'From Friday')
  await open()
  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await call('PUT', `/admin/announcements/${id}`, { title: 'Winter sale', content: 'From Saturday' })
  await user.type(dialog.getByLabelText('Title'), '!')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Somebody else changed this notification' }))
  expect(question.getByText('Content')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Apply mine on top' }))
  expect(await screen.findByText('Notification updated successfully')).toBeTruthy()
  expect(shownToasts()).toEqual(['Notification updated successfully'])
  expect(sent('PUT').map(({ body }) => body)).toEqual([
    { title: 'Winter sale!', content: 'From Friday', version: 1 },
    { title: 'Winter sale!', content: 'From Saturday', version: 2 },
  ])
  expect((await list())[0]).toMatchObject({ title: 'Winter sale!', content: 'From Saturday', version: 3 })
})

test('notifications that cannot be loaded: the toast, and another try', async () => {
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
  const { user, requests } = await renderForeign(<NotificationsPage />, {
    url: '/notifications',
    answers: {
      'GET /admin/announcements': [{ id: 3, title: 'Winter sale', content: 'From Friday', created_at: '2026-11-20T12:00:00.000Z' }],
      'PUT /admin/announcements/3': 'ok',
    },
  })
  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await user.type(dialog.getByLabelText('Title'), '!')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Notification updated successfully')).toBeTruthy()
  expect(requests).toContain('PUT /admin/announcements/3')
})
