import type { Coupon } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, makeProduct } from '../../testing/shop/catalogue.ts'
import { makeCoupon, tenOff } from '../../testing/shop/coupons.ts'

const save = async (app: TestApp, id: number, input: object): Promise<Coupon> =>
  dataOf(await app.call('PUT', `/admin/coupons/${id}`, input)) as Coupon
const list = async (app: TestApp) => dataOf(await app.call('GET', '/admin/coupons')) as Coupon[]

test('everything the dialog holds is saved; uses, state and dates of its own are not taken from the caller', async () => {
  const app = await createTestApp()
  const one = await makeProduct(app)
  const made = await makeCoupon(app)
  await app.deps.db.updateTable('coupon').set({ current_usage: 3 }).execute()
  const next = {
    ...{ code: 'Winter', discount_type: 'fixed_amount', discount_value: 3.5, expiration_date: '2031-01-01T00:00:00.000Z' },
    ...{ max_usage: 10, max_usage_per_user: 0, applicable_to_all: false, applicable_products: [one.id] },
  }
  const saved = await save(app, made.id, { ...next, version: 1, current_usage: 0, is_active: false, created_at: 'x', id: 9 })
  expect(saved).toEqual({ ...made, ...next, current_usage: 3, version: 2 })
  expect(await list(app)).toEqual([saved])
})

test('a change is recorded before and after, a save that changes nothing leaves no trace', async () => {
  const app = await createTestApp()
  const one = await makeProduct(app)
  const { id } = await makeCoupon(app)
  await save(app, id, { ...tenOff, code: 'Ten', applicable_to_all: false, applicable_products: [one.id] })
  const same = { code: 'Ten', expiration_date: '2030-01-31T19:00:00-05:00', applicable_to_all: false, applicable_products: [one.id] }
  expect(await save(app, id, { ...tenOff, ...same, version: 2 })).toMatchObject({ version: 2 })
  const [created, updated, ...more] = await activityOf(app, 'coupon')
  expect(created).toMatchObject({ action: 'coupon.created', subject_id: id, changes: { code: { before: null, after: 'TEN' } } })
  expect(updated).toEqual({
    action: 'coupon.updated',
    subject_id: id,
    changes: {
      code: { before: 'TEN', after: 'Ten' },
      applicable_to_all: { before: true, after: false },
      applicable_products: { before: [], after: [one.id] },
    },
  })
  expect(more).toEqual([])
  expect(await app.deps.db.selectFrom('activity').select('actor_name').where('subject_kind', '=', 'coupon').distinct().execute()).toEqual([
    { actor_name: 'admin' },
  ])
})

test('an expired coupon may be saved with its date unchanged, and with no other that has passed', async () => {
  const app = await createTestApp()
  const { id } = await makeCoupon(app, { expiration_date: '2030-01-01T02:00:00.000Z' })
  app.clock.at = new Date('2030-01-01T06:00:00.000Z')
  expect(await save(app, id, { ...tenOff, code: 'RENAMED', expiration_date: '2030-01-01T04:00:00+02:00' })).toMatchObject({
    code: 'RENAMED',
    expiration_date: '2030-01-01T02:00:00.000Z',
  })
  const past = { message: 'Expiration date must be in the future', fields: { expiration_date: 'Expiration date must be in the future' } }
  const put = (expiration_date: string) => ['PUT', `/admin/coupons/${id}`, { ...tenOff, expiration_date }] as const
  await expectRefusals(app, [
    { call: put('2030-01-01T02:00:00.001Z'), status: 400, says: past },
    { call: put('2030-01-01T06:00:00.000Z'), status: 400, says: past },
  ])
  expect(await save(app, id, { ...tenOff, expiration_date: '2030-01-01T06:00:00.001Z' })).toMatchObject({ version: 3 })
})

test('a version that is no longer the stored one is a conflict that shows the coupon as it is', async () => {
  const app = await createTestApp()
  const { id } = await makeCoupon(app)
  const current = await save(app, id, { ...tenOff, code: 'FIRST', version: 1 })
  await expectRefusals(app, [
    {
      call: ['PUT', `/admin/coupons/${id}`, { ...tenOff, code: 'SECOND', version: 1 }],
      status: 409,
      says: { code: 'stale_version', message: 'This coupon was changed by someone else in the meantime', current },
    },
  ])
  expect(await save(app, id, { ...tenOff, code: 'THIRD' })).toMatchObject({ code: 'THIRD', version: 3 })
})

test('a code belongs to one coupon, whatever the case', async () => {
  const app = await createTestApp()
  const { id } = await makeCoupon(app, { code: 'Été' })
  await makeCoupon(app, { code: 'OTHER' })
  const says = (code: string) => {
    const sentence = `Coupon code ${code} is already in use`
    return { code: 'conflict', message: sentence, fields: { code: sentence } }
  }
  await expectRefusals(app, [
    { call: ['POST', '/admin/coupons', { ...tenOff, code: 'éTÉ' }], status: 409, says: says('éTÉ') },
    { call: ['PUT', `/admin/coupons/${id}`, { ...tenOff, code: ' other ' }], status: 409, says: says('other') },
  ])
  expect(await save(app, id, { ...tenOff, code: 'ÉTÉ' })).toMatchObject({ code: 'ÉTÉ' })
})

test('exactly one of many who take the same code at once gets it', async () => {
  const app = await createTestApp()
  const others = await Promise.all(['A', 'B', 'C', 'D'].map((code) => makeCoupon(app, { code })))
  const wanted = { ...tenOff, code: 'Wanted' }
  const answers = await Promise.all([
    ...others.map((coupon) => app.call('PUT', `/admin/coupons/${coupon.id}`, wanted)),
    ...others.map(() => app.call('POST', '/admin/coupons', { ...wanted, code: 'WANTED' })),
  ])
  expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect((await list(app)).filter((coupon) => coupon.code.toLowerCase() === 'wanted')).toHaveLength(1)
})

test('exactly one of many who save the same version at once does', async () => {
  const app = await createTestApp()
  const { id } = await makeCoupon(app)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, max_usage) =>
      app.call('PUT', `/admin/coupons/${id}`, { ...tenOff, max_usage: max_usage + 1, version: 1 }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(5)
})

test('a product that is deleted while a coupon for it is saved leaves a coupon for it, or none', async () => {
  const app = await createTestApp()
  for (let round = 0; round < 5; round += 1) {
    const { id } = await makeProduct(app)
    const body = { ...tenOff, code: `C${round}`, applicable_to_all: false, applicable_products: [id] }
    const [deletion, creation] = await Promise.all([app.call('DELETE', `/admin/products/${id}`), app.call('POST', '/admin/coupons', body)])
    expect(deletion.status).toBe(200)
    expect([200, 400]).toContain(creation.status)
    const made = (await list(app)).find(({ code }) => code === `C${round}`)
    expect(made?.applicable_products).toEqual(creation.status === 200 ? [id] : undefined)
  }
})

test('a coupon that cannot be saved changes nothing', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const gone = await makeProduct(app)
  dataOf(await app.call('DELETE', `/admin/products/${gone.id}`))
  const { id } = await makeCoupon(app, { code: 'STORED' })
  const only = (field: string, sentence: string) => ({ message: sentence, fields: { [field]: sentence } })
  const none = 'Please select at least one product when coupon is not applicable to all products'
  const decimals = 'Discount value must have at most 2 decimals'
  const bad: [object, object?][] = [
    [{ code: '   ' }, only('code', 'Code is required')],
    [{ code: undefined }, only('code', 'Code is required')],
    [{ code: 7 }, only('code', 'Code must be text')],
    [{ code: 'x'.repeat(101) }],
    [{ code: 'A\0B' }],
    [{ code: 'A\ud800' }],
    [{ discount_value: 0 }, only('discount_value', 'Discount value must be greater than 0')],
    [{ discount_value: -1 }, only('discount_value', 'Discount value must be greater than 0')],
    [{ discount_value: '5' }, only('discount_value', 'Discount value must be a number')],
    [{ discount_value: 1.005 }, only('discount_value', decimals)],
    [{ discount_value: 1e-9 }, only('discount_value', decimals)],
    [{ discount_value: 100.01 }, only('discount_value', 'A percentage must be at most 100')],
    [{ discount_type: 'fixed_amount', discount_value: 1_000_000.01 }, only('discount_value', 'Discount value must be at most 1,000,000')],
    [{ discount_type: 'half' }, only('discount_type', 'Discount type must be one of: percentage, fixed_amount, free_license')],
    [{ expiration_date: '' }, only('expiration_date', 'Expiration date is required')],
    [{ expiration_date: null }, only('expiration_date', 'Expiration date is required')],
    [{ expiration_date: undefined }, only('expiration_date', 'Expiration date is required')],
    [{ expiration_date: '2030-02-31T00:00:00Z' }, only('expiration_date', 'Expiration date must be a date and time')],
    [{ expiration_date: '2030-02-01' }, only('expiration_date', 'Expiration date must be a date and time')],
    [{ expiration_date: '9999-12-31T23:59:59-10:00' }, only('expiration_date', 'Expiration date must be a date and time')],
    [{ expiration_date: '2030-01-01T00:00:00.000Z' }, only('expiration_date', 'Expiration date must be in the future')],
    [{ applicable_to_all: false }, only('applicable_products', none)],
    [{ applicable_to_all: false, applicable_products: [product.id, 404] }, only('applicable_products', 'Product 404 does not exist')],
    [{ applicable_to_all: false, applicable_products: [gone.id] }, only('applicable_products', `Product ${gone.id} does not exist`)],
    [{ applicable_to_all: false, applicable_products: ['1'] }],
    [{ applicable_to_all: false, applicable_products: 'all' }, only('applicable_products', 'Applicable products must be a list')],
    [{ applicable_to_all: 1 }, only('applicable_to_all', 'Applicable to all products must be true or false')],
    [{ max_usage: -1 }, only('max_usage', 'Max usage must be 0 or more')],
    [{ max_usage: 1.5 }, only('max_usage', 'Max usage must be a whole number')],
    [{ max_usage: 1e15 }, only('max_usage', 'Max usage is too large')],
    [{ max_usage_per_user: '1' }, only('max_usage_per_user', 'Max usage per user must be a whole number')],
    [
      { code: '', discount_value: 0, expiration_date: '2029-01-01T00:00:00Z', applicable_to_all: false },
      {
        message: 'Code is required',
        fields: {
          code: 'Code is required',
          discount_value: 'Discount value must be greater than 0',
          expiration_date: 'Expiration date must be in the future',
          applicable_products: none,
        },
      },
    ],
  ]
  await expectRefusals(
    app,
    bad.flatMap(([change, says]) => [
      { call: ['POST', '/admin/coupons', { ...tenOff, ...change }] as const, status: 400, says },
      { call: ['PUT', `/admin/coupons/${id}`, { ...tenOff, ...change }] as const, status: 400, says },
    ]),
  )
  await expectRefusals(app, [
    { call: ['PUT', `/admin/coupons/${id}`, { ...tenOff, version: '1' }], status: 400 },
    { call: ['POST', '/admin/coupons', []], status: 400 },
  ])
  expect(await list(app)).toMatchObject([{ code: 'STORED', version: 1 }])
})
