import { couponStateOf, couponStates, type Coupon } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, expectRefusals } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'

const list = async (app: TestApp, query: string): Promise<Coupon[]> => dataOf(await app.call('GET', `/admin/coupons${query}`)) as Coupon[]

async function openWithCoupons(): Promise<TestApp> {
  const app = await createTestApp()
  const later = '2030-01-20T00:00:00.000Z'
  for (const [code, input] of [
    ['active', {}],
    ['started', { starts_at: '2030-01-01T00:00:00.000Z' }],
    ['scheduled', { starts_at: later }],
    ['inactive', {}],
    ['inactive-scheduled', { starts_at: later }],
    ['used-up', { max_usage: 2 }],
    ['expired', { expiration_date: '2030-01-01T01:00:00.000Z' }],
  ] as const) {
    const { id } = await makeCoupon(app, { code, ...input })
    if (code.startsWith('inactive')) await app.call('POST', `/admin/coupons/${id}/deactivate`)
    if (code === 'used-up') await app.deps.db.updateTable('coupon').set({ current_usage: 2 }).where('id', '=', id).execute()
  }
  app.clock.at = new Date('2030-01-01T02:00:00.000Z')
  return app
}

test('the list is filtered by state, as the contract decides it', async () => {
  const app = await openWithCoupons()
  const all = await list(app, '')
  for (const state of couponStates) {
    const expected = all.filter((coupon) => couponStateOf(coupon, app.clock.at) === state).map(({ code }) => code)
    expect(expected, state).not.toEqual([])
    expect(
      (await list(app, `?status=${state}`)).map(({ code }) => code),
      state,
    ).toEqual(expected)
  }
  expect((await list(app, '?status=scheduled')).map(({ code }) => code)).toEqual(['inactive-scheduled', 'scheduled'])
  expect((await list(app, '?status=active&q=START')).map(({ code }) => code)).toEqual(['started'])
  const page = await app.call('GET', '/admin/coupons?status=active&limit=1')
  expect((page.body as { meta: object }).meta).toMatchObject({ total: 2, next_cursor: expect.any(String) })
})

test('an unknown state is refused', async () => {
  const app = await createTestApp()
  await expectRefusals(app, [
    {
      call: ['GET', '/admin/coupons?status=lost'],
      status: 400,
      says: { message: 'status must be one of: expired, used_up, scheduled, inactive, active' },
    },
  ])
  expect(await list(app, '')).toEqual([])
})
