import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { plansOf } from '../../testing/plans.ts'
import { makeWebhook } from '../../testing/webhooks.ts'
import { ownPlace, takeLease } from '../lease/lease.service.ts'
import { takeTurn } from './turn.service.ts'

test('the oldest that waits about a thing is found by that thing, and not among all that wait', async () => {
  const app = await createTestApp({ unused: true })
  const { id } = await makeWebhook(app, 'https://example.com/hook')
  const me = { holder: 'a server', place: ownPlace() }
  expect(await takeLease(app.deps, 'webhooks', me)).toBe(true)
  const plans = await plansOf(app.deps.db, (db) => takeTurn({ ...app.deps, db }, me, id, [], 8))
  expect(plans.join('\n')).toMatch(/webhook_delivery_subject \(webhook_id=\? AND subject=\?\)|Index Cond: \(\(webhook_id = .*\(subject = /)
})
