import { expect, test } from 'vitest'
import { everyCall } from '../testing/every-call.ts'
import { openFilledShop } from '../testing/filled-shop.ts'
import { tenOff } from '../testing/coupons.ts'

/** What the calls need that are refused without a body or a query. */
const asked: Record<string, { query?: string; body?: object; status?: number }> = {
  'activity.restorePreview': { query: '?field=name', status: 409 },
  'coupons.dryRun': { body: tenOff },
  'customers.find': { query: '?order_id=1' },
  'keys.lookup': { body: { value: 'no such key' }, status: 404 },
  'referrals.usedTransactions': { body: { transaction_ids: ['tx-1'] } },
  'search.find': { body: { q: 'ann' } },
  // Order 1 belongs to another API key.
  'store.find': { status: 404 },
  'webhooks.deliveries': { status: 404 },
}

const reading = everyCall.filter(({ endpoint: { method, reads } }) => method === 'GET' || reads === true)

/** Rejects when the test takes too long, so that its transactions end. */
const tooLate = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('It waited for the transaction'))))

test('no call that only reads waits for a transaction that writes', async ({ signal }) => {
  const app = await openFilledShop()
  // Unsold keys, whose readers are recorded.
  expect(await app.call('PUT', '/admin/variants/1', { keys: ['LEFT'] })).toMatchObject({ status: 200 })
  const made = await app.call('POST', '/admin/api-keys', { name: 'Shop', scopes: ['catalogue:read', 'orders:write'] })
  const { key } = (made.body as { data: { key: string } }).data
  await app.deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('product').set({ sales_paused: 0 }).execute()
    for (const { name, endpoint, url } of reading) {
      const { query = '', body, status = 200 } = asked[name] ?? {}
      const headers = { authorization: endpoint.access === 'store' ? `Bearer ${key}` : app.token }
      const asking = app.app.inject({ method: endpoint.method, url: url + query, headers, payload: body })
      const answer = await Promise.race([asking, tooLate(signal)])
      expect(answer.statusCode, `${name}: ${answer.body}`).toBe(status)
    }
  })
})

test('a finished transaction is answered before the next one ends', async ({ signal }) => {
  const { deps } = await openFilledShop([])
  const purchase = deps.db.transaction().execute((tx) => tx.updateTable('product').set({ sales_paused: 0 }).execute())
  // A long import, queued behind the purchase.
  const importing = deps.db.transaction().execute(() => Promise.race([purchase, tooLate(signal)]))
  await expect(importing).resolves.toBeDefined()
})
