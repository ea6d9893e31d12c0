import { RecordingBot } from '@keydesk/server/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDateTime } from '../../kit/text/format.ts'
import { row, start, testMoment } from './testing.tsx'

const updates = '111111111111111111'

test('the dialog shows what posting does, with a preview; a scheduled post is moved to now, and its row shows that', async () => {
  const { user, open, call, sent } = await start()
  await open()
  const add = async () => {
    await user.click(await screen.findByRole('button', { name: 'Add Notification' }))
    return within(await screen.findByRole('dialog', { name: 'Add Notification' }))
  }
  const unset = await add()
  expect((await unset.findByText(/^It will not be posted: /)).textContent).toMatch(/no updates channel|notifications are off/)
  await user.click(unset.getByRole('radio', { name: 'Later' }))
  expect((await unset.findByText(/It is posted if that changes before its time\.$/)).textContent).toMatch(
    /^It will not be posted: (no updates channel is set|notifications are off) in the Discord settings\./,
  )
  await user.click(unset.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
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
  await user.click(dialog.getByRole('radio', { name: 'Later' }))
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
  await user.click(await edit.findByRole('radio', { name: 'Now' }))
  await user.click(edit.getByRole('button', { name: 'Save' }))
  expect(await (await row('Winter sale')).findByText('Waiting')).toBeTruthy()
  expect(await (await row('Winter sale')).findByText('Until the bot runs')).toBeTruthy()
  expect(sent('PUT').at(-1)?.body).toEqual({ ...texts, version: 1, publish_at: null })
})

test('the preview names the channels and roles that the bot knows', async () => {
  const bot = new RecordingBot()
  const { user, open, call } = await start(bot)
  await call('PUT', '/admin/discord/settings', { updates_channel_id: updates, notifications_enabled: true, bot_token: 'a-bot-token' })
  await call('POST', '/admin/discord/bot/start')
  const [channels, roles] = [[{ id: updates, name: 'updates' }], [{ id: '400000000000000001', name: 'Customers' }]]
  bot.servers = { is: 'listed', servers: [{ id: '300000000000000001', name: 'Shop', channels, roles }] }
  await open()
  await user.click(await screen.findByRole('button', { name: 'Add Notification' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Notification' }))
  fireEvent.change(dialog.getByLabelText('Title'), { target: { value: `In <#${updates}>` } })
  const content = `See <#${updates}>, <#999999999999999999>, <@&400000000000000001>`
  fireEvent.change(dialog.getByLabelText('Content'), { target: { value: content } })
  expect(await dialog.findByText('#updates')).toBeTruthy()
  const preview = dialog.getByRole('figure', { name: 'Preview of the post' })
  expect(preview.textContent).toMatch(/In <#111111111111111111>See #updates, #channel 999999999999999999, @Customers/)
})

test('while notifications are off, the rows of a scheduled and of a waiting post say so', async () => {
  const { open, call } = await start()
  const settings = { updates_channel_id: updates, notifications_enabled: true }
  await call('PUT', '/admin/discord/settings', settings)
  await call('POST', '/admin/announcements', { title: 'Winter sale', content: 'Words', publish_at: '2030-06-01T10:00:00.000Z' })
  await call('POST', '/admin/announcements', { title: 'Spring sale', content: 'Words' })
  await call('PUT', '/admin/discord/settings', { ...settings, notifications_enabled: false })
  await open()
  const isOff = 'It will not be posted: notifications are off in the Discord settings.'
  expect(await (await row('Winter sale')).findByText(`${isOff} It is posted if that changes before its time.`)).toBeTruthy()
  expect((await row('Winter sale')).getByText('Scheduled')).toBeTruthy()
  expect(await (await row('Spring sale')).findByText(isOff)).toBeTruthy()
  expect((await row('Spring sale')).getByText('Waiting')).toBeTruthy()
})

test('a scheduled post is moved to now by a second press after a lost answer, without a question', async () => {
  const { user, open, call, network } = await start()
  await call('PUT', '/admin/discord/settings', { updates_channel_id: updates, notifications_enabled: true })
  await call('POST', '/admin/announcements', { title: 'Winter sale', content: 'Words', publish_at: '2030-06-01T10:00:00.000Z' })
  await open()
  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  await user.click(await dialog.findByRole('radio', { name: 'Now' }))
  network.loseNext(/PUT .*announcements/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to save notification')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Notification updated successfully')).toBeTruthy()
  expect((await row('Winter sale')).getByText('Waiting')).toBeTruthy()
})

test('the dialog notices that the post went out, and keeps what was typed', async () => {
  const { user, open, call, server, sent } = await start()
  await call('PUT', '/admin/discord/settings', { updates_channel_id: updates, notifications_enabled: true })
  await call('POST', '/admin/announcements', { title: 'Winter sale', content: 'Words', publish_at: '2030-06-01T10:00:00.000Z' })
  await open()
  await user.click((await row('Winter sale')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  fireEvent.change(await dialog.findByLabelText('Date and Time'), { target: { value: '2030-06-02T10:00' } })
  await user.type(dialog.getByLabelText('Title'), '!')
  await server.deps.db.updateTable('outbox').set({ status: 'success', remote_id: '77', sent_at: testMoment }).execute()
  await user.click(dialog.getByRole('radio', { name: 'Now' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('It is posted already: its time cannot be changed')
  expect(await dialog.findByText('It is posted. Saving edits the post.')).toBeTruthy()
  expect(dialog.queryByRole('radio')).toBeNull()
  expect(dialog.getByRole('alert').textContent).toBe('It is posted already: its time cannot be changed')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Notification updated successfully')).toBeTruthy()
  expect(sent('PUT', /announcements/).at(-1)?.body).toEqual({ title: 'Winter sale!', content: 'Words', version: 1 })
})

test('a post that a restore holds before its time waits, with its time and the reason', async () => {
  const { open, call, server } = await start()
  await call('PUT', '/admin/discord/settings', { updates_channel_id: updates, notifications_enabled: true })
  const at = '2030-06-01T10:00:00.000Z'
  await call('POST', '/admin/announcements', { title: 'Winter sale', content: 'Words', publish_at: at })
  const reason = 'Held after a restore: it is not sent until an owner decides'
  await server.deps.db.updateTable('outbox').set({ status: 'failed', reason, held_at: testMoment }).execute()
  await open()
  const held = await row('Winter sale')
  for (const text of ['Waiting', formatDateTime(at), reason]) expect(held.getByText(text)).toBeTruthy()
  expect(held.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('the post of an announcement is edited and deleted with it unless that is unticked; a failed post is sent again', async () => {
  const { user, open, add, server, sent } = await start()
  const { id } = await add('Winter sale')
  const failed = await add('Spring sale')
  const times = { created_at: testMoment, due_at: testMoment, send_after: testMoment, sent_at: testMoment }
  const place = { channel: 'discord', target: updates, event: 'announcement', remote_id: '77' } as const
  const post = { ...place, ...times, body: '{}', attempts: 1 }
  const url = `https://discord.com/channels/1/${updates}/77`
  await server.deps.db
    .insertInto('outbox')
    .values([
      { ...post, subject: `announcement ${id}`, idempotency_key: 'a', status: 'success', remote_url: url, reason: null },
      { ...post, subject: `announcement ${failed.id}`, idempotency_key: 'b', status: 'failed', reason: 'The bot cannot see this channel' },
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
  await user.click(dialog.getByRole('button', { name: 'Save' }))
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
  expect(await server.deps.db.selectFrom('outbox').select('withdrawn').execute()).toEqual([{ withdrawn: 0 }, { withdrawn: 0 }])
})

test('the dialog of a failed post says that saving does not send it again, unless its switch is turned on', async () => {
  const { user, open, add, call, server, sent } = await start()
  await call('PUT', '/admin/discord/settings', { updates_channel_id: updates, notifications_enabled: true })
  const { id } = await add('Winter sael')
  await server.deps.db.updateTable('outbox').set({ status: 'failed', reason: 'The bot cannot see this channel' }).execute()
  await open()
  const edit = async (title: string) => {
    await user.click((await row(title)).getByRole('button', { name: 'Edit' }))
    return within(await screen.findByRole('dialog', { name: 'Edit Notification' }))
  }
  const first = await edit('Winter sael')
  expect(await first.findByText('The post failed, and saving does not send it again. Turn this on to post it.')).toBeTruthy()
  expect(first.getByRole('switch', { name: 'Post to Discord' }).getAttribute('aria-checked')).toBe('false')
  expect(first.queryByRole('radio')).toBeNull()
  fireEvent.change(first.getByLabelText('Title'), { target: { value: 'Winter sale' } })
  await user.click(first.getByRole('button', { name: 'Save' }))
  expect((await row('Winter sale')).getByText('Failed')).toBeTruthy()
  expect(sent('PUT', `/admin/announcements/${id}`).at(-1)?.body).toEqual({ title: 'Winter sale', content: 'Words', version: 1 })

  const second = await edit('Winter sale')
  await user.click(await second.findByRole('switch', { name: 'Post to Discord' }))
  expect(await second.findByText(`Posts to the updates channel ${updates}. It waits until the bot runs.`)).toBeTruthy()
  await user.click(second.getByRole('button', { name: 'Save' }))
  expect(await (await row('Winter sale')).findByText('Waiting')).toBeTruthy()
})
