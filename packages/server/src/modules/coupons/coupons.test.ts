import type { Coupon } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, makeProduct, makeVariant } from '../../testing/shop/catalogue.ts'
import { makeCoupon, tenOff } from '../../testing/shop/coupons.ts'
import { entryOf, restore } from '../../testing/shop/history.ts'
import { queriesOf } from '../../testing/databases/queries.ts'
import { cartOf, openShop } from '../../testing/shop/shop.ts'
import { listCoupons } from './coupons.service.ts'

interface List {
  readonly data: Coupon[]
  readonly meta?: { next_cursor: string | null }
}

const list = async (app: TestApp, query = ''): Promise<List> => {
  const answer = await app.call('GET', `/admin/coupons${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const codes = async (app: TestApp, query = '') => (await list(app, query)).data.map((coupon) => coupon.code)
const save = (app: TestApp, id: number, body: object) => app.call('PUT', `/admin/coupons/${id}`, body)

test('a new coupon is active and unused, and answers what was stored', async () => {
  const app = await createTestApp()
  const one = await makeProduct(app)
  const other = await makeProduct(app)
  const sent = { code: '  Summer 24 ', applicable_to_all: false, applicable_products: [other.id, one.id, other.id], current_usage: 7 }
  const terms = { discount_value: 12.5, max_usage_per_user: 1, expiration_date: '2030-02-01T01:00:00+01:00' }
  const made = await makeCoupon(app, { ...sent, ...terms })
  expect(made).toEqual({
    ...{ id: 1, code: 'Summer 24', discount_type: 'percentage', discount_value: 12.5, expiration_date: '2030-02-01T00:00:00.000Z' },
    ...{ max_usage: 0, max_usage_per_user: 1, current_usage: 0, applicable_to_all: false, applicable_products: [one.id, other.id] },
    ...{ starts_at: null, is_active: true, created_at: '2030-01-01T00:00:00.000Z', version: 1 },
  })
  expect(await list(app)).toEqual({ data: [made] })
})

test('a new coupon without limits is unlimited, once per customer; a change must say them', async () => {
  const app = await createTestApp()
  const { max_usage: _, max_usage_per_user: __, ...terms } = tenOff
  const made = dataOf(await app.call('POST', '/admin/coupons', terms)) as Coupon
  expect(made).toMatchObject({ max_usage: 0, max_usage_per_user: 1 })
  expect(await app.call('POST', '/admin/coupons/dry-run', terms)).toMatchObject({ status: 200 })
  expect(await save(app, made.id, terms)).toMatchObject({ status: 400 })
})

test('discounts are kept to the hundredth, Free is always 100, and a coupon for everything names no products', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const fixed = await makeCoupon(app, { code: 'A', discount_type: 'fixed_amount', discount_value: 999_999.99 })
  const percent = await makeCoupon(app, { code: 'B', discount_value: 0.29, applicable_products: [id] })
  const free = await makeCoupon(app, { code: 'C', discount_type: 'free_license', discount_value: 0 })
  expect([fixed.discount_value, percent.discount_value, free.discount_value]).toEqual([999_999.99, 0.29, 100])
  expect(percent.applicable_products).toEqual([])
  expect((await list(app)).data).toEqual([free, percent, fixed])
})

test('the list is newest first, without the expired ones when asked so', async () => {
  const app = await createTestApp()
  await makeCoupon(app, { code: 'OLD', expiration_date: '2030-01-01T01:00:00.000Z' })
  await makeCoupon(app, { code: 'OLD-TOO', expiration_date: '2030-01-03T00:00:00.000Z' })
  app.clock.at = new Date('2030-01-01T00:30:00.000Z')
  await makeCoupon(app, { code: 'NEW' })
  expect(await codes(app)).toEqual(['NEW', 'OLD-TOO', 'OLD'])
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  expect(await codes(app)).toEqual(['NEW', 'OLD-TOO', 'OLD'])
  expect(await codes(app, '?include_expired=true')).toEqual(['NEW', 'OLD-TOO', 'OLD'])
  expect(await codes(app, '?include_expired=false')).toEqual(['NEW', 'OLD-TOO'])
})

test('a search finds a part of the code in any case, and every sign means itself', async () => {
  const app = await createTestApp()
  for (const code of ['100%-off', 'Summer_1', 'SummerX1', 'back\\slash', 'ÉTÉ']) await makeCoupon(app, { code })
  expect(await codes(app, '?q=sUMMER&sort=code')).toEqual(['Summer_1', 'SummerX1'])
  expect(await codes(app, '?q=summer_1')).toEqual(['Summer_1'])
  expect(await codes(app, `?q=${encodeURIComponent('%')}`)).toEqual(['100%-off'])
  expect(await codes(app, `?q=${encodeURIComponent('k\\S')}`)).toEqual(['back\\slash'])
  expect(await codes(app, `?q=${encodeURIComponent('été')}`)).toEqual(['ÉTÉ'])
  expect(await codes(app, '?q=%20')).toHaveLength(5)
  expect(await codes(app, '?q=nothing')).toEqual([])
})

test('a search finds the coupons of a product by its name, unless it is deleted', async () => {
  const app = await createTestApp()
  const [one, other] = [await makeProduct(app, { name: 'Été Aim' }), await makeProduct(app, { name: 'Winter Aim' })]
  await makeCoupon(app, { code: 'FOR-ONE', applicable_to_all: false, applicable_products: [one.id] })
  await makeCoupon(app, { code: 'FOR-BOTH', applicable_to_all: false, applicable_products: [one.id, other.id] })
  await makeCoupon(app, { code: 'FOR-ALL' })
  expect(await codes(app, `?q=${encodeURIComponent('ÉTÉ a')}`)).toEqual(['FOR-BOTH', 'FOR-ONE'])
  expect(await codes(app, '?q=winter')).toEqual(['FOR-BOTH'])
  expect(await codes(app, '?q=for-a')).toEqual(['FOR-ALL'])
  expect((await app.call('DELETE', `/admin/products/${other.id}`)).status).toBe(200)
  expect(await codes(app, '?q=winter')).toEqual([])
})

test('the list sorts by what its columns show, either way round', async () => {
  const app = await createTestApp()
  await makeCoupon(app, { code: 'b', discount_value: 5, expiration_date: '2030-03-01T00:00:00.000Z' })
  await makeCoupon(app, { code: 'A', discount_value: 50, expiration_date: '2030-02-01T00:00:00.000Z' })
  await makeCoupon(app, { code: 'c', discount_value: 10, expiration_date: '2030-01-05T00:00:00.000Z' })
  const orders = {
    code: 'A b c',
    '-code': 'c b A',
    created_at: 'b A c',
    '-created_at': 'c A b',
    expiration_date: 'c A b',
    '-expiration_date': 'b A c',
    discount_value: 'b c A',
    '-current_usage': 'c A b',
    is_active: 'b A c',
    id: 'b A c',
    '-id': 'c A b',
  }
  for (const [sort, expected] of Object.entries(orders)) expect((await codes(app, `?sort=${sort}`)).join(' '), sort).toBe(expected)
})

test('pages are the list in every order, without gap or repeat', async () => {
  const app = await createTestApp()
  for (let made = 0; made < 7; made += 1) await makeCoupon(app, { code: `C${(made * 3) % 7}`, discount_value: 1 + (made % 2) })
  for (const sort of ['-created_at', 'code', '-code', 'id', '-discount_value', 'created_at']) {
    const whole = await list(app, `?sort=${sort}`)
    expect(whole.meta).toBeUndefined()
    const seen: Coupon[] = []
    let cursor: string | null = ''
    for (const size of [3, 3, 1]) {
      const page: List = await list(app, `?limit=3&sort=${sort}${cursor && `&cursor=${cursor}`}`)
      expect(page.data, sort).toHaveLength(size)
      seen.push(...page.data)
      cursor = page.meta?.next_cursor ?? null
    }
    expect(cursor, sort).toBeNull()
    expect(seen, sort).toEqual(whole.data)
  }
  expect(await list(app, '?limit=7')).toMatchObject({ meta: { next_cursor: null } })
})

test('what is asked of the list wrongly is refused', async () => {
  const app = await createTestApp()
  const cursorOf = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url')
  const bad = ['nonsense', '%C3%A9', cursorOf(7), cursorOf([]), cursorOf(['x']), cursorOf([1, 1]), cursorOf(['x', '1'])]
  const worse = [cursorOf(['a\0', 1]), cursorOf(['\ud800', 1]), cursorOf(['x', 1.5]), cursorOf(['x', 1, 2]), '=', '']
  await expectRefusals(app, [
    ...[...bad, ...worse].map((cursor) => ({
      call: ['GET', `/admin/coupons?limit=3&cursor=${cursor}`] as const,
      status: 400,
      says: { message: 'cursor is not valid', fields: { cursor: 'cursor is not valid' } },
    })),
    { call: ['GET', `/admin/coupons?sort=id&cursor=${cursorOf(['x', 1])}`], status: 400, says: { message: 'cursor is not valid' } },
    ...['colour', '--code', 'toString', '-', 'code,id'].map((sort) => ({
      call: ['GET', `/admin/coupons?sort=${sort}`] as const,
      status: 400,
      says: { fields: { sort: expect.stringMatching(/^sort must be one of: id, code, created_at/) } },
    })),
    { call: ['GET', '/admin/coupons?limit=0'], status: 400, says: { message: 'limit must be from 1 to 500' } },
    { call: ['GET', '/admin/coupons?limit=501'], status: 400 },
    { call: ['GET', '/admin/coupons?limit=ten'], status: 400, says: { message: 'limit must be a number' } },
    ...['perhaps', '1', 'no', 'TRUE', ''].map((flag) => ({
      call: ['GET', `/admin/coupons?include_expired=${flag}`] as const,
      status: 400,
      says: { message: 'include_expired must be true or false' },
    })),
  ])
})

test('activating and deactivating change a coupon once, however often they are asked', async () => {
  const app = await createTestApp()
  const made = await makeCoupon(app)
  const turn = async (to: string) => dataOf(await app.call('POST', `/admin/coupons/${made.id}/${to}`)) as Coupon
  expect(await turn('activate')).toEqual(made)
  expect(await turn('deactivate')).toEqual({ ...made, is_active: false, version: 2 })
  expect(await turn('deactivate')).toEqual({ ...made, is_active: false, version: 2 })
  expect(await turn('activate')).toEqual({ ...made, version: 3 })
  expect(await activityOf(app, 'coupon')).toMatchObject([
    { action: 'coupon.created' },
    { action: 'coupon.deactivated', subject_id: made.id, changes: { is_active: { before: true, after: false } } },
    { action: 'coupon.activated', subject_id: made.id, changes: { is_active: { before: false, after: true } } },
  ])
})

test('a deleted coupon is gone with its uses, its code is free again, and orders keep it', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id: variantId } = await makeVariant(app, ['K'], { price: 10 })
  const { id } = await makeCoupon(app, { discount_value: 50 })
  const order = await shop.buy({ [variantId]: 1 }, { coupon_code: 'ten' })
  expect((await list(app)).data).toMatchObject([{ current_usage: 1 }])
  expect(await app.call('DELETE', `/admin/coupons/${id}`)).toMatchObject({ status: 200, body: { data: null } })
  expect(await list(app)).toEqual({ data: [] })
  expect(await shop.find(order.id)).toMatchObject({ coupon_code: 'TEN', total: 5 })
  expect((await activityOf(app, 'coupon')).at(-1)).toEqual({
    ...{ action: 'coupon.deleted', subject_id: id, changes: { code: { before: 'TEN', after: null } } },
  })
  expect(await makeCoupon(app)).toMatchObject({ current_usage: 0 })
})

test('an unknown coupon is 404, and an invalid id is refused', async () => {
  const app = await createTestApp()
  const ofEach = (id: string, status: number, says: object) => [
    { call: ['PUT', `/admin/coupons/${id}`, tenOff] as const, status, says },
    { call: ['DELETE', `/admin/coupons/${id}`] as const, status, says },
    { call: ['POST', `/admin/coupons/${id}/activate`] as const, status, says },
    { call: ['POST', `/admin/coupons/${id}/deactivate`] as const, status, says },
  ]
  await expectRefusals(app, [
    ...ofEach('404', 404, { message: 'Coupon not found', code: 'not_found' }),
    ...ofEach('abc', 400, { message: 'An id must be a positive whole number' }),
  ])
  expect(await list(app)).toEqual({ data: [] })
})

test('the list asks as many questions of the database for many coupons as for one', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const countQueries = async () =>
    (await queriesOf(app.deps.db, (db) => listCoupons({ ...app.deps, db }, { include_expired: true }))).length
  const forProduct = { applicable_to_all: false, applicable_products: [id] }
  await makeCoupon(app, forProduct)
  const forOne = await countQueries()
  for (let made = 1; made < 10; made += 1) await makeCoupon(app, { ...forProduct, code: `C${made}` })
  expect(forOne).toBeGreaterThan(0)
  expect(await countQueries()).toBe(forOne)
})

test('a coupon whose products are deleted is saved with them or without, and applies to them again when they are back', async () => {
  const app = await createTestApp()
  const { id: variantId, product_id: goneId } = await makeVariant(app, ['K-1'])
  const kept = await makeProduct(app)
  const coupon = await makeCoupon(app, { applicable_to_all: false, applicable_products: [goneId] })
  dataOf(await app.call('DELETE', `/admin/products/${goneId}`))
  const [listed] = (await list(app)).data
  expect(listed?.applicable_products).toEqual([goneId])
  expect(dataOf(await save(app, coupon.id, { ...listed, code: 'RENAMED', version: 1 }))).toEqual({ ...listed, code: 'RENAMED', version: 2 })

  expect(await restore(app, await entryOf(app, 'product.deleted'))).toMatchObject({ status: 200 })
  const shop = await openShop(app)
  expect(await shop.call('POST', '/quote', cartOf({ [variantId]: 1 }, { coupon_code: 'RENAMED' }))).toMatchObject({ status: 200 })

  dataOf(await app.call('DELETE', `/admin/products/${goneId}`))
  const without = { ...listed, applicable_products: [kept.id], version: 2 }
  expect(dataOf(await save(app, coupon.id, without))).toMatchObject({ applicable_products: [kept.id] })
  // Once removed from the coupon, a deleted product cannot be added again.
  expect(await save(app, coupon.id, { ...without, applicable_products: [goneId], version: 3 })).toMatchObject({ status: 400 })
})
