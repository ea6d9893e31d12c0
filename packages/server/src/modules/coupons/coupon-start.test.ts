import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals } from '../../testing/shop/catalogue.ts'
import { makeCoupon, tenOff } from '../../testing/shop/coupons.ts'
import { cartOf, makeStock, openShop } from '../../testing/shop/shop.ts'

const [soon, later] = ['2030-01-02T00:00:00.000Z', '2030-01-03T00:00:00.000Z']

test('before its start a coupon is refused by quote and purchase, from then on it is taken', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 2)
  expect(await makeCoupon(app, { starts_at: '2030-01-02T02:00:00+02:00' })).toMatchObject({ starts_at: soon, is_active: true })
  const cart = cartOf({ [id]: 1 }, { coupon_code: 'TEN' })
  const refused = { status: 422, body: { code: 'coupon_not_started', message: 'This coupon has not started yet' } }
  app.clock.at = new Date(new Date(soon).getTime() - 1)
  expect(await shop.call('POST', '/quote', cart)).toMatchObject(refused)
  expect(await shop.call('POST', '/purchases', cart)).toMatchObject(refused)
  app.clock.at = new Date(soon)
  expect(await shop.call('POST', '/quote', cart)).toMatchObject({ status: 200 })
  expect(await shop.call('POST', '/purchases', cart)).toMatchObject({ status: 201 })
})

test('a save that leaves the start out keeps it, null takes it away, and the history gives it back', async () => {
  const app = await createTestApp()
  const { id } = await makeCoupon(app, { starts_at: soon })
  const save = async (body: object) => dataOf(await app.call('PUT', `/admin/coupons/${id}`, body))
  expect(await save({ ...tenOff, code: 'OTHER' })).toMatchObject({ code: 'OTHER', starts_at: soon })
  expect(await save({ ...tenOff, code: 'OTHER', starts_at: soon })).toMatchObject({ version: 2 })
  expect(await save({ ...tenOff, code: 'OTHER', starts_at: null })).toMatchObject({ starts_at: null })
  expect((await activityOf(app, 'coupon')).at(-1)).toMatchObject({ changes: { starts_at: { before: soon, after: null } } })
  const { data } = (await app.call('GET', `/admin/activity?subject_kind=coupon&subject_id=${id}`)).body as { data: { id: number }[] }
  dataOf(await app.call('POST', `/admin/activity/${data[0]!.id}/restore`, { field: 'starts_at' }))
  expect(dataOf(await app.call('GET', '/admin/coupons'))).toMatchObject([{ starts_at: soon }])
})

test('a start that is not a time, or not before the end, is refused', async () => {
  const app = await createTestApp()
  const { id } = await makeCoupon(app)
  const late = 'Start must be before the expiration date'
  const post = (starts_at: unknown, more: object = {}) =>
    ['POST', '/admin/coupons', { ...tenOff, code: 'NEW', starts_at, ...more }] as const
  await expectRefusals(app, [
    { call: post('soon'), status: 400, says: { fields: { starts_at: 'Start must be a date and time' } } },
    { call: post(7), status: 400, says: { fields: { starts_at: 'Start must be a date and time' } } },
    { call: post(later, { expiration_date: soon }), status: 400, says: { fields: { starts_at: late } } },
    { call: post(soon, { expiration_date: soon }), status: 400, says: { message: late } },
    { call: ['PUT', `/admin/coupons/${id}`, { ...tenOff, starts_at: tenOff.expiration_date }], status: 400, says: { message: late } },
  ])
  dataOf(await app.call('PUT', `/admin/coupons/${id}`, { ...tenOff, starts_at: later }))
  // A stored `starts_at` is checked too.
  await expectRefusals(app, [
    { call: ['PUT', `/admin/coupons/${id}`, { ...tenOff, expiration_date: soon }], status: 400, says: { fields: { starts_at: late } } },
  ])
  expect(dataOf(await app.call('GET', '/admin/coupons'))).toMatchObject([{ id, starts_at: later }])
})
