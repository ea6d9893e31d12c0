import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp, testAdmin } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals } from '../../testing/shop/catalogue.ts'
import { expectBalancesToAddUp, sellByReferral } from '../../testing/shop/referrals.ts'
import { openShop, wallet } from '../../testing/shop/shop.ts'
import { addAdministrator } from '../users/users.service.ts'

test('a user gets a code of their own, and the same address answers the same user', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('Ann', 'Ann@Example.com')
  expect(ann).toEqual({
    ...{ id: expect.any(Number), username: 'Ann', email: 'Ann@Example.com' },
    ...{ referral_code: expect.stringMatching(/^[34679ACDEFGHJKMNPQRTWXY]{8}$/), referral_enabled: true, balance: 0 },
  })
  expect(await shop.addUser('Somebody else', '  ann@example.COM ')).toEqual(ann)
  const bob = await shop.addUser('Bob')
  expect(bob.id).not.toBe(ann.id)
  expect(await shop.addUser('bob', 'ann@example.com')).toEqual(ann)
  expect(bob.referral_code).not.toBe(ann.referral_code)
  expect((await activityOf(app, 'user')).filter((row) => row.action === 'referral_user.created')).toEqual([
    {
      action: 'referral_user.created',
      subject_id: ann.id,
      changes: {
        username: { before: null, after: 'Ann' },
        email: { before: null, after: 'Ann@Example.com' },
        referral_code: { before: null, after: ann.referral_code },
      },
    },
    { action: 'referral_user.created', subject_id: bob.id, changes: expect.anything() },
  ])
  const stored = await app.deps.db.selectFrom('app_user').selectAll().where('id', '=', ann.id).executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ role: 'customer', password_hash: null, referral_enabled: 1 })
  const actors = app.deps.db.selectFrom('activity').select(['actor_kind', 'actor_id', 'actor_name']).where('subject_id', '=', ann.id)
  expect(await actors.where('action', '=', 'referral_user.created').execute()).toEqual([
    { actor_kind: 'store', actor_id: shop.apiKeyId, actor_name: 'Shop' },
  ])
})

test('many calls for one address at once all answer one user', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const users = await Promise.all(Array.from({ length: 12 }, (_, name) => shop.addUser(`Name ${name}`, 'ann@example.com')))
  expect(new Set(users.map((user) => JSON.stringify(user))).size).toBe(1)
  expect((await activityOf(app, 'user')).filter((row) => row.action === 'referral_user.created')).toHaveLength(1)
})

test('exactly one of many addresses that want one name at once gets it', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, name) =>
      shop.call('POST', '/users', { username: name % 2 ? 'ann' : 'ANN', email: `ann${name}@example.com` }),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7)
})

test('a user that cannot be made changes nothing, and no answer says anything about administrators', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  await shop.addUser('ann')
  const post = (body: unknown) => ['POST', '/store/users', body, { token: shop.key }] as const
  const good = { username: 'bob', email: 'bob@example.com' }
  const name = { code: 'conflict', message: 'This username is already in use' }
  const email = { code: 'conflict', message: 'This email is already in use' }
  await app.deps.db
    .updateTable('app_user')
    .set({ username: 'boss@example.com', username_key: 'boss@example.com' })
    .where('id', '=', 1)
    .execute()
  await expectRefusals(app, [
    { call: post({ ...good, username: ' ANN ' }), status: 409, says: name },
    { call: post({ ...good, username: 'Boss@example.com' }), status: 409, says: name },
    { call: post({ ...good, username: testAdmin.email }), status: 409, says: name },
    { call: post({ ...good, email: testAdmin.email.toUpperCase() }), status: 409, says: email },
    { call: post({ ...good, email: 'boss@example.com' }), status: 409, says: email },
    { call: post({}), status: 400, says: { fields: { username: 'Username is required', email: 'Email is required' } } },
    { call: post({ ...good, username: '  ' }), status: 400, says: { message: 'Username is required' } },
    { call: post({ ...good, username: 'x'.repeat(101) }), status: 400 },
    { call: post({ ...good, email: 'nobody' }), status: 400, says: { message: 'Email must be an email address' } },
    { call: post({ ...good, email: 7 }), status: 400, says: { message: 'Email must be text' } },
    { call: post([]), status: 400 },
    { call: ['POST', '/store/users', good], status: 401 },
  ])
  expect(await activityOf(app, 'user')).toHaveLength(1)
})

test('a user who becomes an administrator signs in, and goes on earning', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('Shopper', 'ann@example.com')
  await sellByReferral(app, shop, ann.referral_code)
  const { id, wasCustomer } = await addAdministrator(app.deps, system, { ...testAdmin, username: 'ann', email: 'ann@example.com' })
  expect({ id, wasCustomer }).toEqual({ id: ann.id, wasCustomer: true })
  const signedIn = await app.call('POST', '/auth/password-login', { identity: 'ann', password: testAdmin.password }, { token: null })
  expect(signedIn).toMatchObject({ status: 200, body: { data: { user: { id: ann.id, role: 'owner' } } } })
  await sellByReferral(app, shop, ann.referral_code, { buyer: 'other@example.com' })
  expect(await shop.addUser('Shopper', 'ann@example.com')).toMatchObject({ id: ann.id, referral_code: ann.referral_code, balance: 19 })
  await expectBalancesToAddUp(app)
})

test('a payout is pending and takes from the open balance', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('ann')
  await sellByReferral(app, shop, ann.referral_code)
  expect((await shop.addUser('ann')).balance).toBe(9.5)
  const payout = dataOf(await shop.askPayout(ann.id, 4.25))
  expect(payout).toEqual({
    ...{ id: 1, user_id: ann.id, amount: 4.25, status: 'pending', created_at: '2030-01-01T00:00:00.000Z' },
    ...wallet,
  })
  expect((await shop.addUser('ann')).balance).toBe(5.25)
  expect(await shop.askPayout(ann.id, 5.26)).toMatchObject({
    ...{ status: 409, body: { code: 'insufficient_balance', message: 'Only $5.25 is available' } },
  })
  dataOf(await shop.askPayout(ann.id, 5.25))
  expect(await shop.askPayout(ann.id, 0.01)).toMatchObject({ status: 409, body: { message: 'Only $0.00 is available' } })
  await expectBalancesToAddUp(app)
  expect(await activityOf(app, 'payout')).toMatchObject([
    {
      action: 'payout.created',
      subject_id: 1,
      changes: { user_id: { before: null, after: ann.id }, amount: { before: null, after: 4.25 } },
    },
    { action: 'payout.created', subject_id: 2 },
  ])
  expect(await app.deps.db.selectFrom('activity').select('actor_kind').where('subject_kind', '=', 'payout').distinct().execute()).toEqual([
    { actor_kind: 'store' },
  ])
})

test('only completed commissions count, and a refund takes one back', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('ann')
  const order = await sellByReferral(app, shop, ann.referral_code, { isCompleted: false })
  expect(await shop.askPayout(ann.id, 1)).toMatchObject({ status: 409, body: { message: 'Only $0.00 is available' } })
  await shop.complete(order.id)
  dataOf(await shop.askPayout(ann.id, 9))
  await shop.refund(order.id)
  expect((await shop.addUser('ann')).balance).toBe(-9)
  expect(await shop.askPayout(ann.id, 0.01)).toMatchObject({ status: 409, body: { message: 'Only $0.00 is available' } })
  await expectBalancesToAddUp(app)
})

test('sixty-four payouts at once never take more than the balance', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('ann')
  await sellByReferral(app, shop, ann.referral_code)
  const answers = await Promise.all(Array.from({ length: 64 }, () => shop.askPayout(ann.id, 1)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(9)
  const refused = answers.filter((answer) => answer.status !== 200)
  expect(refused).toHaveLength(55)
  for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: 'insufficient_balance' } })
  expect((await shop.addUser('ann')).balance).toBe(0.5)
  await expectBalancesToAddUp(app)
})

test('a payout that cannot be asked for changes nothing', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const ann = await shop.addUser('ann')
  await sellByReferral(app, shop, ann.referral_code)
  const ask = (change: object, id: number | string = ann.id) =>
    ['POST', `/store/users/${id}/payouts`, { amount: 1, ...wallet, ...change }, { token: shop.key }] as const
  const rule = 'Amount must be a number from 0 to 1,000,000 with at most 2 decimals'
  await expectRefusals(app, [
    { call: ask({ amount: 0 }), status: 400, says: { fields: { amount: 'Amount must be greater than 0' } } },
    { call: ask({ amount: 1e-9 }), status: 400, says: { fields: { amount: 'Amount must be greater than 0' } } },
    { call: ask({ amount: -1 }), status: 400 },
    { call: ask({ amount: 1.005 }), status: 400, says: { message: rule } },
    { call: ask({ amount: '1' }), status: 400 },
    { call: ask({ wallet_type: ' ' }), status: 400, says: { message: 'Wallet type is required' } },
    { call: ask({ wallet_address: undefined }), status: 400, says: { message: 'Wallet address is required' } },
    { call: ask({}, 404), status: 404, says: { message: 'User not found' } },
    { call: ask({}, 1), status: 404, says: { message: 'User not found' } },
    { call: ask({}, 'abc'), status: 400 },
    { call: ['POST', `/store/users/${ann.id}/payouts`, { amount: 1, ...wallet }], status: 401 },
  ])
  expect((await shop.addUser('ann')).balance).toBe(9.5)
})

test('an Idempotency-Key makes a user and asks for a payout once', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const makeUser = () => shop.call('POST', '/users', { username: 'ann', email: 'ann@example.com' }, { idempotencyKey: 'user-1' })
  const first = await makeUser()
  const ann = dataOf(first) as { id: number; referral_code: string }
  await sellByReferral(app, shop, ann.referral_code)
  expect(dataOf(await makeUser())).toEqual(dataOf(first))
  const ask = (amount: number) => shop.call('POST', `/users/${ann.id}/payouts`, { amount, ...wallet }, { idempotencyKey: 'payout-1' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(3)))
  for (const answer of answers) expect(dataOf(answer)).toEqual(dataOf(answers[0] ?? first))
  expect(await ask(4)).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  expect(await activityOf(app, 'payout')).toHaveLength(1)
  await expectBalancesToAddUp(app)
})
