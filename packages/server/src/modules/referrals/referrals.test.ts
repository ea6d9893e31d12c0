import type { Referral, ReferralUser } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, makeVariant } from '../../testing/shop/catalogue.ts'
import { addMember } from '../../testing/shop/members.ts'
import { sellByReferral } from '../../testing/shop/referrals.ts'
import { openShop } from '../../testing/shop/shop.ts'

const path = '/admin/referrals'
const users = async (app: TestApp, query = '') => dataOf(await app.call('GET', `${path}/users-with-stats${query}`)) as ReferralUser[]
const names = async (app: TestApp, query = '') => (await users(app, query)).map((user) => user.username)
const saveSettings = async (app: TestApp, id: number, body: object) =>
  dataOf(await app.call('PUT', `${path}/settings/${id}`, body)) as ReferralUser
const setCode = (app: TestApp, id: number, code: unknown) => app.call('PUT', `${path}/code/${id}/custom`, { code })
const referrals = async (app: TestApp, query: string) => {
  const answer = await app.call('GET', `${path}/${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return { rows: answer.body as Referral[], next: answer.headers['x-next-cursor'] }
}

test('the users who take part are listed with what they brought in', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('Ann')
  await sellByReferral(app, shop, ann.referral_code)
  await sellByReferral(app, shop, ann.referral_code, { buyer: 'other@example.com', isCompleted: false })
  expect(await users(app)).toEqual([
    {
      ...{ id: ann.id, username: 'Ann', email: 'Ann@example.com', referral_code: ann.referral_code, referral_enabled: true },
      ...{ commission_rate: null, referral_discount: null },
      referral_stats: { total_referrals: 2, completed_referrals: 1, total_commission: 9.5 },
      balance: 9.5,
    },
  ])
})

test('the balance of a user falls with a payout, and below 0 with a refund after it; it needs the permission for payouts', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('Ann')
  const order = await sellByReferral(app, shop, ann.referral_code)
  await shop.call('POST', `/users/${ann.id}/payouts`, { amount: 6, wallet_type: 'Bitcoin', wallet_address: 'bc1q' })
  expect(await users(app)).toMatchObject([{ referral_stats: { total_commission: 9.5 }, balance: 3.5 }])
  await shop.refund(order.id)
  expect(await users(app)).toMatchObject([{ referral_stats: { total_commission: 0 }, balance: -6 }])
  const { token } = await addMember(app, 'marketing')
  const [row] = dataOf(await app.call('GET', `${path}/users-with-stats`, undefined, { token })) as object[]
  expect(row).toHaveProperty('referral_stats')
  expect(row).not.toHaveProperty('balance')
})

test('the users are newest first, and the list sorts, searches and pages', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  for (const [name, email] of [
    ['bert', 'z@x.org'],
    ['Ann', 'y@x.org'],
    ['cleo_1', 'x@y.org'],
  ] as const)
    await shop.addUser(name, email)
  const [cleo] = await users(app)
  expect(await setCode(app, cleo?.id ?? 0, 'Cleo-Code')).toMatchObject({ status: 200 })
  await saveSettings(app, cleo?.id ?? 0, { enabled: false })
  expect(await names(app)).toEqual(['cleo_1', 'Ann', 'bert'])
  expect(await names(app, '?sort=username')).toEqual(['Ann', 'bert', 'cleo_1'])
  expect(await names(app, '?sort=email')).toEqual(['cleo_1', 'Ann', 'bert'])
  expect(await names(app, '?sort=referral_enabled')).toEqual(['cleo_1', 'bert', 'Ann'])
  expect(await names(app, '?sort=-total_commission')).toEqual(['cleo_1', 'Ann', 'bert'])
  expect(await names(app, '?q=ANN')).toEqual(['Ann'])
  expect(await names(app, '?q=X.ORG&sort=id')).toEqual(['bert', 'Ann'])
  expect(await names(app, '?q=cleo-code')).toEqual(['cleo_1'])
  expect(await names(app, '?q=_')).toEqual(['cleo_1'])
  expect(await names(app, `?user_id=${cleo!.id}`)).toEqual(['cleo_1'])
  expect(await names(app, '?user_id=1')).toEqual([])
  const first = (await app.call('GET', `${path}/users-with-stats?limit=2&sort=-username`)).body as { meta: { next_cursor: string } }
  expect(first).toMatchObject({ data: [{ username: 'cleo_1' }, { username: 'bert' }] })
  const second = (await app.call('GET', `${path}/users-with-stats?limit=2&sort=-username&cursor=${first.meta.next_cursor}`)).body
  expect(second).toMatchObject({ data: [{ username: 'Ann' }], meta: { next_cursor: null } })
})

test('the settings are kept, and a rate that is left out is the default again', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id, referral_code } = await shop.addUser('Ann')
  const variant = await makeVariant(app, ['K'], { price: 100 })
  const quote = () => shop.call('POST', '/quote', { items: [{ variant_id: variant.id, quantity: 1 }], referral_code })
  expect(dataOf(await quote())).toMatchObject({ total: 95 })
  expect(await saveSettings(app, id, { enabled: true, custom_commission: 12.5, referral_discount: 0.1 })).toMatchObject({
    ...{ referral_enabled: true, commission_rate: 12.5, referral_discount: 0.1 },
  })
  expect(dataOf(await quote())).toMatchObject({ total: 99.9 })
  expect(await saveSettings(app, id, { enabled: true, custom_commission: 0 })).toMatchObject({
    commission_rate: 0,
    referral_discount: null,
  })
  expect(dataOf(await quote())).toMatchObject({ total: 95 })
  expect(await saveSettings(app, id, { enabled: false })).toMatchObject({ referral_enabled: false, commission_rate: null })
  expect(await quote()).toMatchObject({ status: 422, body: { code: 'referral_code_unknown' } })
  await saveSettings(app, id, { enabled: false })
  expect((await activityOf(app, 'user')).filter((row) => row.action === 'referral_user.settings_saved')).toEqual([
    {
      action: 'referral_user.settings_saved',
      subject_id: id,
      changes: { custom_commission: { before: null, after: 12.5 }, referral_discount: { before: null, after: 0.1 } },
    },
    {
      action: 'referral_user.settings_saved',
      subject_id: id,
      changes: { custom_commission: { before: 12.5, after: 0 }, referral_discount: { before: 0.1, after: null } },
    },
    {
      action: 'referral_user.settings_saved',
      subject_id: id,
      changes: { enabled: { before: true, after: false }, custom_commission: { before: 0, after: null } },
    },
  ])
})

test('a rate has at most 2 decimals, and is stored as it is', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await shop.addUser('Ann')
  expect(await saveSettings(app, id, { enabled: true, custom_commission: 33.33, referral_discount: 0.07 })).toMatchObject({
    ...{ commission_rate: 33.33, referral_discount: 0.07 },
  })
})

test('an order keeps the rates of its moment', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id, referral_code } = await shop.addUser('Ann')
  await saveSettings(app, id, { enabled: true, custom_commission: 50, referral_discount: 10 })
  await sellByReferral(app, shop, referral_code)
  await saveSettings(app, id, { enabled: false })
  expect((await referrals(app, 'completed')).rows).toMatchObject([{ commission_amount: 45, purchase: { total: 90 } }])
})

test('invalid referral settings are refused', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await shop.addUser('Ann')
  const put = (body: unknown, user: number | string = id) => ['PUT', `${path}/settings/${user}`, body] as const
  const commission = 'Custom commission rate must be a number from 0 to 100 with at most 2 decimals'
  const discount = 'Referral discount must be a number from 0 to 100 with at most 2 decimals'
  await expectRefusals(app, [
    ...[-0.1, 100.1, 0.005, '5', null].flatMap((rate) => [
      { call: put({ enabled: true, custom_commission: rate }), status: 400, says: { fields: { custom_commission: commission } } },
      { call: put({ enabled: true, referral_discount: rate }), status: 400, says: { message: discount } },
    ]),
    { call: put({}), status: 400, says: { message: 'Enabled must be true or false' } },
    { call: put({ enabled: 1 }), status: 400 },
    { call: put({ enabled: true }, 404), status: 404, says: { message: 'User not found' } },
    { call: put({ enabled: true }, 1), status: 404, says: { message: 'User not found' } },
    { call: put({ enabled: true }, 'abc'), status: 400 },
  ])
  expect(await users(app)).toMatchObject([{ referral_enabled: true, commission_rate: null, referral_discount: null }])
})

test('a custom code replaces the one before, at once and without case', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id, referral_code } = await shop.addUser('Ann')
  expect(await setCode(app, id, '  Ann_s-Code1 ')).toMatchObject({ status: 200, body: { referral_code: 'Ann_s-Code1' } })
  expect((await setCode(app, id, 'Ann_s-Code1')).body).toEqual({ referral_code: 'Ann_s-Code1' })
  expect((await setCode(app, id, 'ANN_s-code1')).body).toEqual({ referral_code: 'ANN_s-code1' })
  expect(await users(app)).toMatchObject([{ referral_code: 'ANN_s-code1' }])
  const variant = await makeVariant(app, ['K'], { price: 100 })
  const quote = (code: string) => shop.call('POST', '/quote', { items: [{ variant_id: variant.id, quantity: 1 }], referral_code: code })
  expect(dataOf(await quote('ann_S-CODE1'))).toMatchObject({ total: 95, referral_code: 'ANN_s-code1' })
  expect(await quote(referral_code)).toMatchObject({ status: 422, body: { code: 'referral_code_unknown' } })
  expect((await activityOf(app, 'user')).filter((row) => row.action === 'referral_user.code_changed')).toEqual([
    {
      ...{ action: 'referral_user.code_changed', subject_id: id },
      changes: { referral_code: { before: referral_code, after: 'Ann_s-Code1' } },
    },
    {
      ...{ action: 'referral_user.code_changed', subject_id: id },
      changes: { referral_code: { before: 'Ann_s-Code1', after: 'ANN_s-code1' } },
    },
  ])
})

test('a code that is malformed or taken is refused', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id, referral_code } = await shop.addUser('Ann')
  const bob = await shop.addUser('Bob')
  const put = (code: unknown, user: number | string = id) => ['PUT', `${path}/code/${user}/custom`, { code }] as const
  const enter = { message: 'Please enter a custom code', fields: { code: 'Please enter a custom code' } }
  const malformed = { message: 'Code must be 3-20 characters and contain only letters, numbers, underscores or hyphens' }
  const taken = { code: 'conflict', message: 'This code is already taken', fields: { code: 'This code is already taken' } }
  await expectRefusals(app, [
    { call: put(''), status: 400, says: enter },
    { call: put('   '), status: 400, says: enter },
    { call: put(undefined), status: 400, says: enter },
    ...['ab', 'x'.repeat(21), 'a b c', 'a.b', 'éàü'].map((code) => ({ call: put(code), status: 400, says: malformed })),
    { call: put(7), status: 400, says: { message: 'Code must be text' } },
    { call: put(bob.referral_code.toLowerCase()), status: 409, says: taken },
    { call: put('Fine', 404), status: 404, says: { message: 'User not found' } },
    { call: put('Fine', 1), status: 404 },
    { call: put('Fine', 'abc'), status: 400 },
  ])
  expect(await users(app, '?q=ann')).toMatchObject([{ referral_code }])
})

test('exactly one of many users who want one code at once gets it', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const made = await Promise.all(['ann', 'bob', 'cleo', 'dan'].map((name) => shop.addUser(name)))
  const answers = await Promise.all(made.map(({ id }, index) => setCode(app, id, index % 2 ? 'WANTED' : 'wanted')))
  expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
})

test('referrals are listed bare by status, newest first', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('Ann')
  const done = await sellByReferral(app, shop, ann.referral_code, { buyer: 'Done@example.com' })
  const open = await sellByReferral(app, shop, ann.referral_code, { buyer: 'open@example.com', isCompleted: false })
  const given = await sellByReferral(app, shop, ann.referral_code, { buyer: 'given-up@example.com', isCompleted: false })
  await shop.cancel(given.id)
  const shown = (id: number, customer_email: string, purchase_id: number, status: string) => ({
    ...{ id, referrer_id: ann.id, referrer: { username: 'Ann' }, purchase_id, purchase: { customer_email, total: 95, refunded_total: 0 } },
    ...{ commission_amount: 9.5, status, created_at: '2030-01-01T00:00:00.000Z' },
  })
  expect((await referrals(app, 'pending')).rows).toEqual([shown(2, 'open@example.com', open.id, 'pending')])
  expect((await referrals(app, 'completed')).rows).toEqual([shown(1, 'Done@example.com', done.id, 'completed')])
  await shop.complete(open.id)
  expect((await referrals(app, 'pending')).rows).toEqual([])
  expect((await referrals(app, 'completed')).rows.map((row) => row.id)).toEqual([2, 1])
})

test('referrals sort, search and page by a header', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('Ann')
  const bob = await shop.addUser('bob')
  await saveSettings(app, bob.id, { enabled: true, custom_commission: 20, referral_discount: 50 })
  await sellByReferral(app, shop, ann.referral_code, { buyer: 'c@example.com' })
  await sellByReferral(app, shop, bob.referral_code, { buyer: 'B_1@example.com' })
  await sellByReferral(app, shop, ann.referral_code, { buyer: 'a@example.com' })
  const ids = async (query: string) => (await referrals(app, `completed?${query}`)).rows.map((row) => row.id)
  expect(await ids('sort=created_at')).toEqual([1, 2, 3])
  expect(await ids('sort=-commission_amount')).toEqual([2, 3, 1])
  expect(await ids('sort=-purchase_id')).toEqual([3, 2, 1])
  expect(await ids('q=BOB')).toEqual([2])
  expect(await ids('q=b_1@')).toEqual([2])
  expect(await ids('q=A@EX')).toEqual([3])
  expect([await ids('q=%232'), await ids('q=2'), await ids('q=4')]).toEqual([[2], [2], []])
  for (const sort of ['-id', 'purchase_id', '-commission_amount']) {
    const first = await referrals(app, `completed?limit=2&sort=${sort}`)
    const second = await referrals(app, `completed?limit=2&sort=${sort}&cursor=${String(first.next)}`)
    expect(second.next).toBeUndefined()
    expect([...first.rows, ...second.rows].map((row) => row.id)).toEqual(await ids(`sort=${sort}`))
  }
  await expectRefusals(
    app,
    ['pending', 'completed'].flatMap((which) => [
      { call: ['GET', `${path}/${which}?cursor=x`] as const, status: 400, says: { message: 'cursor is not valid' } },
      { call: ['GET', `${path}/${which}?sort=colour`] as const, status: 400 },
      { call: ['GET', `${path}/${which}?limit=0`] as const, status: 400 },
    ]),
  )
})
