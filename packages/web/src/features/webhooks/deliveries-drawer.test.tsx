import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useTimersByHand } from '../../../test/open-discord.tsx'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { DeliveriesDrawer } from './deliveries.tsx'
import { WebhooksPanel } from './panel.tsx'

const webhook = {
  id: 1,
  url: 'https://shop.example/hook',
  events: [],
  active: true,
  disabled_reason: null,
  created_at: '2026-11-20T12:00:00.000Z',
}
const delivery = { id: 7, event: 'order.completed', subject: 'order 5', created_at: '2026-11-20T12:00:00.000Z', earlier: [] }
const call = 'GET /admin/webhooks/1/deliveries'

test('polls a waiting retry when it is due, and one in progress every 2 seconds', async () => {
  const again = new Date(Date.now() + 3_600_000).toISOString()
  const waiting = { ...delivery, status: 'pending', attempts: 3, reason: 'It answered 500', next_attempt_at: again }
  const answers: Record<string, unknown> = { [call]: { data: [waiting] } }
  useTimersByHand()
  const { requests } = await renderForeign(<DeliveriesDrawer webhook={webhook as never} onClose={() => undefined} />, { url: '/', answers })
  expect(await screen.findByText('It answered 500')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests).toHaveLength(1)
  answers[call] = { data: [{ ...waiting, attempts: 4, reason: 'It answered 502', next_attempt_at: null }] }
  await vi.advanceTimersByTimeAsync(3_000_000)
  expect(await screen.findByText('It answered 502')).toBeTruthy()
  answers[call] = { data: [{ ...waiting, status: 'success', attempts: 5, reason: null, response_status: 204, next_attempt_at: null }] }
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await screen.findByText('204')).toBeTruthy()
  const polls = requests.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests).toHaveLength(polls)
})

test('once a delivery failed, the drawer shows whether the server has disabled the webhook', async () => {
  const waiting = { ...delivery, status: 'pending', attempts: 0, reason: null, next_attempt_at: null }
  const answers: Record<string, unknown> = { 'GET /admin/webhooks': { data: [webhook] }, [call]: { data: [waiting] } }
  useTimersByHand()
  const { user } = await renderForeign(<WebhooksPanel />, { url: '/', answers })
  await user.click(await screen.findByRole('button', { name: 'Deliveries' }))
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send test' })
  await screen.findByText('Waiting', { selector: 'td *' })
  expect(send().disabled).toBe(false)
  answers[call] = { data: [{ ...waiting, status: 'failed', attempts: 1, reason: 'The receiver answered 410' }] }
  answers['GET /admin/webhooks'] = { data: [{ ...webhook, disabled_reason: 'The receiver answered 410 Gone' }] }
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(() => expect(send().disabled).toBe(true))
})
