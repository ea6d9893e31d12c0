import type { Webhook } from '@keydesk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startBeside } from '../../../test/start-beside.tsx'
import { WebhooksPanel } from './panel.tsx'

test("an edit sends only what was changed, takes in a colleague's change, and leaves a paused webhook paused", async () => {
  const { user, go, sent, call, queries } = await startBeside(<WebhooksPanel />, '/hooks')
  const hook = { url: 'https://shop.example/hook', events: ['order.completed'], active: true }
  const { data: made }: { data: Webhook } = await call('POST', '/admin/webhooks', hook)
  await go('/hooks')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
  await user.type(dialog.getByLabelText('URL'), 's')
  await call('PUT', `/admin/webhooks/${made.id}`, { events: ['order.refunded'] })
  // The window's focus does the same.
  await queries.invalidateQueries({ queryKey: ['webhooks'] })
  await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^order\.refunded/ }).checked).toBe(true))
  await call('PUT', `/admin/webhooks/${made.id}`, { active: false })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ url: 'https://shop.example/hooks' }])
  const { data }: { data: Webhook[] } = await call('GET', '/admin/webhooks')
  expect(data).toMatchObject([{ url: 'https://shop.example/hooks', events: ['order.refunded'], active: false }])
})

test('deliveries of a webhook that a colleague has paused meanwhile offer nothing to send, after a refusal at the latest', async () => {
  const { user, go, call } = await startBeside(<WebhooksPanel />, '/hooks')
  const hook = { url: 'https://shop.example/hook', events: ['product.changed'], active: true }
  const { data: made }: { data: Webhook } = await call('POST', '/admin/webhooks', hook)
  await call('POST', '/admin/products', { name: 'Aurora', description: '' })
  await go('/hooks')
  await user.click(await screen.findByRole('button', { name: 'Deliveries' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Deliveries to shop.example' }))
  expect(await drawer.findByRole('button', { name: 'Resend product.changed' })).toBeTruthy()
  await call('PUT', `/admin/webhooks/${made.id}`, { active: false })
  await user.click(drawer.getByRole('button', { name: 'Send test' }))
  await waitFor(() => expect(drawer.getByRole<HTMLButtonElement>('button', { name: 'Send test' }).disabled).toBe(true))
  expect(drawer.queryByRole('button', { name: 'Resend product.changed' })).toBeNull()
})

test('the list shows a webhook whose creation got no answer, and no longer one whose edit is refused because it is deleted', async () => {
  const { user, go, call, network } = await startBeside(<WebhooksPanel />, '/hooks')
  await go('/hooks')
  await user.click(await screen.findByRole('button', { name: 'Create webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create webhook' }))
  await user.type(dialog.getByLabelText('URL'), 'https://shop.example/hook')
  network.loseNext(/POST .*webhooks/)
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The server cannot be reached')
  const row = await screen.findByRole('row', { name: /shop\.example/, hidden: true })
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))

  await user.click(within(row).getByRole('button', { name: 'Edit' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
  await user.type(edit.getByLabelText('URL'), 's')
  await call('DELETE', '/admin/webhooks/1')
  await user.click(edit.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /shop\.example/, hidden: true })).toBeNull())
})
