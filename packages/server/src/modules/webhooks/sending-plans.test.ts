import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { plansOf } from '../../testing/databases/plans.ts'
import { makeWebhook } from '../../testing/shop/webhooks.ts'
import { ownPlace, takeLease } from '../lease/lease.service.ts'
import { takeTurn } from '../outbox/turn.service.ts'
import { webhookChannel } from './webhook-channel.service.ts'

test('the oldest that waits about a thing is found by that thing, and not among all that wait', async () => {
  const app = await createTestApp({ unused: true })
  const { id } = await makeWebhook(app, 'https://example.com/hook')
  const me = { holder: 'a server', place: ownPlace() }
  expect(await takeLease(app.deps, 'webhooks', me)).toBe(true)
  const plans = await plansOf(app.deps.db, (db) => {
    const deps = { ...app.deps, db }
    return takeTurn(deps, webhookChannel(deps), me, String(id), { answered: [], room: 8, failures: 0 })
  })
  expect(plans.join('\n')).toMatch(
    /outbox_subject \(channel=\? AND target=\? AND subject=\?\)|Index Cond: \(\(channel = .*\(target = .*\(subject = /,
  )
})
