import { expect, test } from 'vitest'
import { transact } from '../../db/transact.ts'
import { createTestApp, type TestApp } from '../../testing.ts'
import { createLease, type LeaseId } from '../lease/lease.service.ts'
import { listNewest, startSender, storeMessage, type Channel, type ChannelName } from './outbox.service.ts'

/** A fictitious channel, as for mail: each message has its own address, and nothing is read before sending. */
const queue = { name: 'mail' as ChannelName, order: 'subject' } as const

type Answer = { readonly code: number } | { readonly code: 'lost' }

function mailTo(answer: (key: string) => Answer, sent: string[]): Channel<object, string, Answer> {
  const server = {}
  return {
    ...queue,
    ...{ lease: 'mail' as LeaseId, concurrency: 4, claimMs: 60_000, tryMs: 24 * 3_600_000, testEvent: 'mail.test' },
    listTargets: async () => ['smtp'],
    lockTarget: async () => server,
    isOpen: () => true,
    prepare: async (_tx, row) => ({ is: 'send', message: row.idempotency_key }),
    send: async ({ message }) => {
      sent.push(message)
      return answer(message)
    },
    settle: ({ outcome: { code } }, _row, target, isLast) => {
      if (code === 250) return { verdict: { is: 'sent' }, target }
      const reason = `The mail server answered ${code}`
      if (isLast || (code !== 'lost' && code >= 500)) return { verdict: { is: 'failed', reason }, target }
      return { verdict: { is: 'retry', reason, waitMs: 60_000 }, target }
    },
  }
}

const store = (app: TestApp, idempotencyKey: string, subject = '') =>
  transact(app.deps.db, (tx) =>
    storeMessage(tx, queue, { target: 'smtp', event: 'webhook.test', subject, idempotencyKey, body: {}, at: app.clock.at }),
  )

/** The rows as `key: status`, oldest first. */
const listStatuses = async (app: TestApp) =>
  (await listNewest(app.deps.db, queue.name, 10)).map((row) => `${row.idempotency_key}: ${row.reason ?? row.status}`).toReversed()

async function startMail(answer: (key: string) => Answer, given?: TestApp) {
  const app = given ?? (await createTestApp())
  const sent: string[] = []
  const sender = startSender(app.deps, mailTo(answer, sent), createLease(app.deps, 'mail' as LeaseId), { checkMs: 10 })
  app.app.addHook('onClose', () => sender.stop())
  return { app, sent }
}

/** The lease stays valid, because it is renewed by the real clock. */
async function move(app: TestApp, ms: number): Promise<void> {
  await app.deps.db.updateTable('lease').set({ expires_at: '2031-01-01T00:00:00.000Z' }).execute()
  app.clock.at = new Date(app.clock.at.getTime() + ms)
}

test('a third channel is one object: sent once, refused at once, or tried for a day with the same key', async () => {
  const answers: Record<string, Answer> = { a: { code: 250 }, b: { code: 550 }, c: { code: 421 }, d: { code: 'lost' } }
  const { app, sent } = await startMail((key) => answers[key]!)
  for (const key of Object.keys(answers)) await store(app, key)
  const tried = ['c: The mail server answered 421', 'd: The mail server answered lost']
  await expect.poll(() => listStatuses(app)).toEqual(['a: success', 'b: The mail server answered 550', ...tried])
  answers['c'] = { code: 250 }
  await move(app, 60_000)
  await expect.poll(() => listStatuses(app)).toEqual(['a: success', 'b: The mail server answered 550', 'c: success', tried[1]])
  await expect.poll(() => sent.length).toBe(6)
  await move(app, 24 * 3_600_000)
  await expect.poll(async () => (await listNewest(app.deps.db, queue.name, 10))[0]?.status).toBe('failed')
  expect(sent.toSorted()).toEqual(['a', 'b', 'c', 'c', 'd', 'd', 'd'])
})

test('a later message about a subject waits until the earlier one is over; others do not', async () => {
  let isUp = false
  const { app, sent } = await startMail((key) => ({ code: key === 'first' && !isUp ? 421 : 250 }))
  await store(app, 'first', 'order 1')
  await expect.poll(() => listStatuses(app)).toEqual(['first: The mail server answered 421'])
  await store(app, 'second', 'order 1')
  await store(app, 'other', 'order 2')
  await expect.poll(() => sent).toEqual(['first', 'other'])
  isUp = true
  await move(app, 60_000)
  await expect.poll(() => listStatuses(app)).toEqual(['first: success', 'second: success', 'other: success'])
  expect(sent).toEqual(['first', 'other', 'first', 'second'])
})

test('an attempt whose outcome was never recorded is repeated after its time, with the same key', async () => {
  const app = await createTestApp()
  const row = await store(app, 'a')
  const at = row.created_at
  // The state that a killed server leaves.
  const begun = { attempts: 1, first_attempt_at: at, last_attempt_at: at, uncertain_since: at, send_after: '2030-01-01T00:01:00.000Z' }
  await app.deps.db.updateTable('outbox').set(begun).where('id', '=', row.id).execute()
  const { sent } = await startMail(() => ({ code: 250 }), app)
  await store(app, 'b')
  await expect.poll(() => sent).toEqual(['b'])
  await move(app, 60_000)
  await expect.poll(() => listStatuses(app)).toEqual(['a: success', 'b: success'])
  expect(sent).toEqual(['b', 'a'])
  expect((await listNewest(app.deps.db, queue.name, 2))[1]).toMatchObject({ attempts: 2, uncertain_since: null })
})
