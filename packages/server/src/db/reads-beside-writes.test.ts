import type { Endpoint } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { breathe } from '../breathe.ts'
import { createTestApp, type TestApp } from '../testing.ts'
import { everyCall } from '../testing/every-call.ts'
import { openFilledShop } from '../testing/shop/filled-shop.ts'
import { tenOff } from '../testing/shop/coupons.ts'
import { dataOf } from '../testing/shop/catalogue.ts'

/** The query or body that a call needs, and the status if it is not 200. */
const asked: Record<string, { query?: string; body?: object; status?: number }> = {
  'activity.restorePreview': { query: '?field=name', status: 409 },
  'coupons.dryRun': { body: tenOff },
  'customers.find': { query: '?order_id=1' },
  'keys.lookup': { body: { value: 'no such key' }, status: 404 },
  'mails.preview': { body: { subject: 'Keys', body: '{{keys}}' } },
  'mails.read': { status: 404 },
  'referrals.usedTransactions': { body: { transaction_ids: ['tx-1'] } },
  'search.find': { body: { q: 'ann' } },
  // Order 1 belongs to another API key.
  'store.find': { status: 404 },
  'webhooks.deliveries': { status: 404 },
}

const reading = everyCall.filter(({ endpoint: { method, reads } }) => method === 'GET' || reads === true)

/** Rejects when the test times out, so that its transactions end. */
const tooLate = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('It waited for the transaction'))))

/** Changes one thing of each kind whose fields can be restored. Returns the queries of their previews. */
async function changeOneOfEach(app: TestApp): Promise<string[]> {
  const changes = [
    ['/admin/products/1', { name: 'Renamed' }, 'name'],
    ['/admin/variants/1', { name: 'Renamed' }, 'name'],
    ['/admin/coupons/1', { ...tenOff, code: 'RENAMED' }, 'code'],
    ['/admin/announcements/1', { title: 'Renamed', content: 'Other' }, 'title'],
    ['/admin/referrals/settings/2', { enabled: true, custom_commission: 12 }, 'custom_commission'],
  ] as const
  const urls: string[] = []
  for (const [url, body, field] of changes) {
    expect(await app.call('PUT', url, body), url).toMatchObject({ status: 200 })
    const [row] = dataOf(await app.call('GET', '/admin/activity?limit=1')) as { id: number }[]
    urls.push(`/admin/activity/${row!.id}/restore?field=${field}`)
  }
  return urls
}

test('no call that only reads waits for a transaction that writes', async ({ signal }) => {
  const app = await openFilledShop()
  const previews = await changeOneOfEach(app)
  // Unsold keys: reading them records who read them.
  expect(await app.call('PUT', '/admin/variants/1', { keys: ['LEFT'] })).toMatchObject({ status: 200 })
  const made = await app.call('POST', '/admin/api-keys', { name: 'Shop', scopes: ['catalogue:read', 'orders:write'] })
  const { key } = (made.body as { data: { key: string } }).data
  await app.deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('product').set({ sales_paused: 0 }).execute()
    await tx.updateTable('variant').set({ max_per_order: 100 }).execute()
    await tx.updateTable('coupon').set({ is_active: 1 }).execute()
    await tx.updateTable('announcement').set({ content: 'Third' }).execute()
    await tx.updateTable('app_user').set({ referral_enabled: 1 }).where('role', '=', 'customer').execute()
    const ask = async (method: Endpoint['method'], url: string, payload?: object, authorization = app.token, status = 200) => {
      // Keep the transaction active: PostgreSQL ends a transaction that is idle for too long.
      await tx.selectFrom('game').select('id').limit(1).execute()
      const answer = await Promise.race([app.app.inject({ method, url, headers: { authorization }, payload }), tooLate(signal)])
      expect(answer.statusCode, `${url}: ${answer.body}`).toBe(status)
    }
    const files = ['/admin/purchases/orders/export.csv', '/admin/purchases/orders/export.csv?rows=lines', '/admin/books.csv']
    for (const url of [...previews, ...files, '/admin/purchases/by-product?format=csv', '/admin/referrals?type=payouts&export=true'])
      await ask('GET', url)
    await ask('POST', '/admin/variants/1/key-imports?dry_run=true', { name: 'Try', values: ['NEW'] })
    await ask('POST', '/store/quote', { items: [{ variant_id: 1, quantity: 1 }], coupon_code: 'bob' }, `Bearer ${key}`)
    for (const { name, endpoint, url } of reading) {
      const { query = '', body, status } = asked[name] ?? {}
      await ask(endpoint.method, url + query, body, endpoint.access === 'store' ? `Bearer ${key}` : app.token, status)
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

// On PostgreSQL they do not wait for one another.
test.skipIf(process.env['KEYDESK_TEST_DB'] === 'postgres')(
  'transactions that waited for a long one let other work run in between',
  async () => {
    const { db } = (await createTestApp()).deps
    const { promise, resolve } = Promise.withResolvers<void>()
    const long = db.transaction().execute(() => promise)
    let done = 0
    const waiting = Array.from({ length: 20 }, () =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('product').set({ sales_paused: 0 }).execute()
        done += 1
      }),
    )
    await breathe()
    resolve()
    await long
    await breathe()
    expect(done).toBeLessThan(5)
    await Promise.all(waiting)
  },
)
