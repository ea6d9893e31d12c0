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
  // As when the window gets the focus.
  await queries.invalidateQueries({ queryKey: ['webhooks'] })
  await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^order\.refunded/ }).checked).toBe(true))
  await call('PUT', `/admin/webhooks/${made.id}`, { active: false })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ url: 'https://shop.example/hooks' }])
  const { data }: { data: Webhook[] } = await call('GET', '/admin/webhooks')
  expect(data).toMatchObject([{ url: 'https://shop.example/hooks', events: ['order.refunded'], active: false }])
})
