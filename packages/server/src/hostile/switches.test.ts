import {
  newVariant,
  ordersExport,
  permissionsOf,
  permissionsWith,
  roles,
  switchNames,
  type ErrorBody,
  type OrderDetails,
  type Permission,
  type Role,
  type Switches,
} from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing.ts'
import { dataOf, makeProduct, makeVariant, readVariant } from '../testing/shop/catalogue.ts'
import { makeCoupon } from '../testing/shop/coupons.ts'
import { everyCall, everyFile } from '../testing/every-call.ts'
import { readHistory } from '../testing/shop/history.ts'
import { createMailingApp, mailsOf } from '../testing/shop/mails.ts'
import { addMember, addTeam, type Team } from '../testing/shop/members.ts'
import { openShop } from '../testing/shop/shop.ts'

/** What an owner has taken from a member is refused by each call, and is in no answer. */

type Call = Pick<(typeof everyCall)[number], 'name' | 'endpoint'>

const guarded = [...everyCall, ...everyFile].filter(
  ({ endpoint: { access } }) => !['public', 'optional', 'store', 'staff', 'user'].includes(access),
)

const allOn: Switches = { amounts: true, reveal: true, refund: true }
const allOff: Switches = { amounts: false, reveal: false, refund: false }

const turn = async (app: TestApp, id: number, switches: Partial<Switches>) =>
  dataOf(await app.call('PUT', `/admin/team/${id}`, { switches }))

/** The calls that let a member in. Ids do not exist and bodies are not JSON, so that no call has an effect. */
async function letIn(app: TestApp, token: string): Promise<string[]> {
  const names: string[] = []
  for (const { name, endpoint } of guarded) {
    const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
    const answer = await app.app.inject({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/:\w+/g, '999999'),
      headers: { authorization: token, ...(hasBody && { 'content-type': 'application/json' }) },
      payload: hasBody ? '{not json' : undefined,
    })
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json') === true
    if (!(answer.statusCode === 403 && isJson && answer.json<ErrorBody>().code === 'forbidden')) names.push(name)
  }
  return names
}

const allowedTo = (permissions: readonly Permission[]): string[] =>
  guarded.filter(({ endpoint: { access } }) => permissions.includes(access as Permission)).map(({ name }) => name)

test('each switch takes its calls from each role but the owner’s, from the next call on', { timeout: 120_000 }, async () => {
  const app = await createTestApp()
  const team: Team = await addTeam(app)
  for (const role of roles) {
    const { id, token } = team[role]
    for (const name of switchNames) {
      const switches = { ...allOn, [name]: false }
      expect(await turn(app, id, { [name]: false })).toMatchObject({ switches })
      expect(await letIn(app, token), `${role} without ${name}`).toEqual(allowedTo(permissionsWith(role, switches)))
      await turn(app, id, { [name]: true })
    }
    await turn(app, id, allOff)
    const { permissions } = dataOf(await app.call('GET', '/auth/me', undefined, { token })) as { permissions: Permission[] }
    expect(permissions, role).toEqual(permissionsWith(role, allOff))
    expect(permissionsWith(role, allOn)).toEqual(permissionsOf[role])
  }
  expect(permissionsWith('owner', allOff)).toEqual(permissionsOf.owner)
  expect(permissionsWith('support', allOff)).toEqual(
    expect.not.arrayContaining(['amounts:read', 'orders:reveal', 'orders:refund', 'dashboard:read', 'keys:read']),
  )
})

test('a switch is stored, recorded, and left as it is by other changes; a wrong one is refused', async () => {
  const app = await createTestApp()
  const { id } = await addMember(app, 'support')
  expect(dataOf(await app.call('GET', '/admin/team'))).toContainEqual(expect.objectContaining({ id, switches: allOn }))
  await turn(app, id, { reveal: false })
  expect(dataOf(await app.call('PUT', `/admin/team/${id}`, { keys_per_hour: 5 }))).toMatchObject({
    ...{ keys_per_hour: 5, switches: { ...allOn, reveal: false } },
  })
  expect(await turn(app, id, {})).toMatchObject({ switches: { ...allOn, reveal: false } })
  expect((await app.call('PUT', `/admin/team/${id}`, { switches: { amounts: 'no' } })).status).toBe(400)
  const rows = dataOf(await app.call('GET', `/admin/activity?subject_kind=member&subject_id=${id}`)) as {
    action: string
    changes: unknown
  }[]
  expect(rows.filter(({ action }) => action === 'administrator.switches_changed')).toMatchObject([
    { changes: { switch_reveal: { before: true, after: false } } },
  ])
})

/** Every amount of the shop, as JSON, a sentence or a CSV may write it. */
const amount = /1,?234\.55|2,?469\.1|172\.84|114\.81|287\.65|2,?181\.45|218\.15|1,?090\.7|109\.0[789]/
const keyValue = /SOLD-KEY-|UNSOLD-|\/o\/[\w-]{43}/

/** An order with discounts, a partial refund, a commission, and mails; and a pending one. */
async function fillShop(app: TestApp) {
  const shop = await openShop(app)
  const { id: productId } = await makeProduct(app)
  const body = { product_id: productId, name: 'Month', price: 5, keys: ['SOLD-KEY-1', 'SOLD-KEY-2', 'SOLD-KEY-3', 'UNSOLD-1'] }
  const { id } = dataOf(await app.call('POST', '/admin/variants/', body)) as { id: number }
  const { id: userId, referral_code } = await shop.addUser('ann', 'ann@customers.example')
  await makeCoupon(app, { code: 'SAVE', discount_type: 'percentage', discount_value: 7 })
  // A price is public, so the orders have another one.
  const price = (price_cents: number) => app.deps.db.updateTable('variant').set({ price_cents }).execute()
  await price(123_455)
  await shop.sell({ [id]: 2 }, { customer_email: 'one@customers.example', referral_code, coupon_code: 'SAVE' })
  await shop.buy({ [id]: 1 }, { customer_email: 'two@customers.example' })
  await price(500)
  dataOf(await app.call('POST', '/admin/purchases/orders/1/refund', { items: [{ id: 1, quantity: 1 }], reason: 'one of two' }))
  await shop.call('POST', `/users/${userId}/payouts`, { amount: 0.1, wallet_type: 'BTC', wallet_address: 'wallet-of-ann' })
  await expect.poll(async () => (await mailsOf(app, 1)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  return { orderMails: await mailsOf(app, 1) }
}

const searches = ['#1', 'one@customers', 'SAVE', 'SOLD-KEY-1', 'ann']

test('nobody without the switches is shown an amount or a key by any call that reads', { timeout: 120_000 }, async () => {
  const app = await createMailingApp()
  const { orderMails } = await fillShop(app)
  const reads = [...everyCall, ...everyFile].filter(({ endpoint: { method, reads: isRead, access } }) => {
    return (method === 'GET' || isRead === true) && access !== 'store' && access !== 'public'
  })
  const requestsOf = ({ name, endpoint: { path } }: Call): { url: string; payload?: object }[] => {
    if (name === 'mails.read') return orderMails.map(({ id }) => ({ url: `/admin/purchases/orders/1/mails/${id}` }))
    if (name === 'mails.preview')
      return ['order_completed', 'order_refunded'].map((kind) => ({
        ...{ url: `/admin/mails/${kind}/preview`, payload: { subject: 'For {{amount}}', body: '{{amount}} {{keys}} {{link}}' } },
      }))
    if (name === 'search.find') return searches.map((q) => ({ url: path, payload: { q } }))
    if (name === 'keys.lookup') return [{ url: path, payload: { value: 'SOLD-KEY-1' } }]
    if (name === 'customers.find') return [{ url: `${path}?order_id=1` }]
    if (name === 'coupons.dryRun') {
      const coupon = { code: 'TRY', discount_type: 'percentage', discount_value: 10, expiration_date: '2031-01-01T00:00:00Z' }
      return [{ url: path, payload: { ...coupon, max_usage: 0, max_usage_per_user: 0, applicable_to_all: true } }]
    }
    if (name === 'activity.list')
      return ['', '?subject_kind=order&subject_id=1', '?subject_kind=payout', '?kind=sale'].map((query) => ({ url: path + query }))
    const url = path.replaceAll(/:\w+/g, '1')
    return [{ url }]
  }
  const found = async (role: Role, switches: Switches) => {
    const { id, token } = await addMember(app, role, `${role}-${Object.values(switches).join('-')}`)
    await turn(app, id, switches)
    const told = { amounts: [] as string[], keys: [] as string[], answered: 0 }
    for (const call of reads) {
      for (const { url, payload } of requestsOf(call)) {
        const answer = await app.app.inject({ method: call.endpoint.method, url, headers: { authorization: token }, payload })
        if (answer.statusCode < 300) told.answered += 1
        if (amount.test(answer.body)) told.amounts.push(`${call.name}: ${url}`)
        if (keyValue.test(answer.body)) told.keys.push(`${call.name}: ${url}`)
      }
    }
    return told
  }
  for (const role of roles.filter((each) => each !== 'owner')) {
    const { amounts, keys, answered } = await found(role, allOff)
    expect({ role, amounts, keys }).toEqual({ role, amounts: [], keys: [] })
    expect(answered, role).toBeGreaterThan(5)
  }
  // The same calls tell them to somebody who may know: the marks are right.
  const { amounts, keys } = await found('manager', allOn)
  const names = new Set(amounts.map((text) => text.split(':')[0]))
  for (const name of ['orders.list', 'orders.find', 'orders.export', 'activity.list', 'customers.find', 'search.find', 'mails.read'])
    expect(names, name).toContain(name)
  for (const name of ['mails.preview', 'coupons.usage', 'coupons.dryRun', 'referrals.completed', 'statistics.products'])
    expect(names, name).toContain(name)
  // The address of an order's page has a call of its own, which counts.
  expect(new Set(keys.map((text) => text.split(':')[0]))).toEqual(new Set(['variants.find']))
})

test('an answer to a change leaves out what the caller may not see, too', async () => {
  const app = await createMailingApp()
  await fillShop(app)
  const { id, token } = await addMember(app, 'manager')
  await turn(app, id, { amounts: false, reveal: false })
  const act = async (method: 'POST' | 'PUT', url: string, payload: object = {}) => {
    const answer = await app.app.inject({ method, url, headers: { authorization: token }, payload })
    return { status: answer.statusCode, body: answer.body }
  }
  const { keys } = dataOf(await app.call('GET', '/admin/purchases/orders/1')) as OrderDetails
  const sold = keys.find(({ state }) => state === 'sold')!
  const answers = [
    await act('PUT', '/admin/variants/1', { name: 'Other' }),
    await act('POST', `/admin/purchases/orders/1/keys/${sold.id}/replace`, { reason: 'other' }),
    await act('POST', '/admin/purchases/orders/1/refund', {}),
    await act('POST', '/admin/purchases/orders/2/cancel'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const { body } of answers) {
    expect(body).not.toMatch(amount)
    expect(body).not.toMatch(keyValue)
  }
  // The mail has the keys, so it goes to the customer alone.
  expect((await act('POST', '/admin/purchases/orders/1/mails', { to: 'me@team.example' })).status).toBe(403)
  expect((await act('POST', '/admin/purchases/orders/1/mails')).status).toBe(201)
  expect((await act('POST', '/admin/purchases/orders/1/page-link')).status).toBe(403)
  expect((await act('POST', '/admin/purchases/orders/1/page-link/copy')).status).toBe(403)
})

test('what a restore from the history answers has no commission', async () => {
  const app = await createMailingApp()
  await fillShop(app)
  const { id, token } = await addMember(app, 'marketing')
  await turn(app, id, { amounts: false })
  const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => app.call(method, url, body, { token })
  const [ann] = dataOf(await call('GET', '/admin/referrals/users-with-stats')) as { id: number }[]
  expect((await call('PUT', `/admin/referrals/settings/${ann!.id}`, { enabled: false })).status).toBe(200)
  const [row] = await readHistory(app, `subject_kind=user&subject_id=${ann!.id}&limit=1`)
  const { status, body } = await call('POST', `/admin/activity/${row!.id}/restore`, { field: 'enabled' })
  expect({ status, body }).toMatchObject({ status: 200, body: { data: { id: ann!.id, referral_enabled: true } } })
  expect(JSON.stringify(body)).not.toMatch(amount)
})

test('a refusal leaves out what the caller may not see, too', async () => {
  const app = await createMailingApp()
  await fillShop(app)
  const { id, token } = await addMember(app, 'manager')
  const stale = () => app.call('PUT', '/admin/variants/1', { name: 'Other', version: 99 }, { token })
  const refused = { message: 'This variant was changed by someone else in the meantime', code: 'stale_version' }
  await turn(app, id, { reveal: false })
  const { status, body } = await stale()
  expect({ status, body }).toMatchObject({ status: 409, body: { ...refused, current: { id: 1, name: 'Month', stock: 1 } } })
  expect(body).not.toHaveProperty('current.keys')
  const opened = () => readHistory(app, 'kind=read&subject_kind=variant&subject_id=1')
  expect(await opened()).toEqual([])
  // Whoever may see the keys is recorded as somebody who has opened them.
  await turn(app, id, { reveal: true })
  expect(await stale()).toMatchObject({ status: 409, body: { current: { keys: [{ value: 'UNSOLD-1' }] } } })
  await expect
    .poll(opened)
    .toMatchObject([{ action: 'variant.keys_opened', actor: { name: 'the-manager' }, changes: { keys: { after: 1 } } }])
})

test('without the switch for keys a member saves products and variants, but no list of keys', async () => {
  const app = await createTestApp()
  const { id: productId } = await makeProduct(app)
  const { id, token } = await addMember(app, 'stock')
  await turn(app, id, { reveal: false })
  const call = (method: 'POST' | 'PUT', url: string, body: object) => app.call(method, url, body, { token })
  const made = (keys: string[]) => call('POST', '/admin/variants/', { ...newVariant, product_id: productId, keys })
  const product = (keys: string[]) => call('POST', '/admin/products', { name: 'B', description: '', variants: [{ ...newVariant, keys }] })
  const own = await makeVariant(app, ['A', 'B'])
  const save = (body: object) => call('PUT', `/admin/variants/${own.id}`, body)
  for (const refused of [() => save({ keys: [] }), () => save({ name: 'Week', keys: ['A', 'C'] }), () => made(['D']), () => product(['E'])])
    expect(await refused()).toMatchObject({ status: 403, body: { message: 'You may not change keys', code: 'forbidden' } })
  expect(await readVariant(app, own.id)).toMatchObject({ name: own.name, stock: 2 })
  expect(await save({ name: 'Week', price: 5 })).toMatchObject({ status: 200, body: { data: { name: 'Week', price: 5, stock: 2 } } })
  expect(await made(newVariant.keys)).toMatchObject({ status: 200, body: { data: { is_draft: true, stock: 0 } } })
  expect((await product([])).status).toBe(200)
  await turn(app, id, { reveal: true })
  expect(await save({ keys: [] })).toMatchObject({ status: 200, body: { meta: { removed: 2 } } })
})

test.each([
  ['/admin/purchases/orders?sort=-total', 'support'],
  [`${ordersExport.path}?sort=total`, 'manager'],
  ['/admin/referrals/users-with-stats?sort=-total_commission', 'marketing'],
  ['/admin/referrals/completed?sort=commission_amount', 'marketing'],
] as const)('%s: the order of rows tells no amount', async (url, role) => {
  const app = await createTestApp()
  const { id, token } = await addMember(app, role)
  const status = async () => (await app.app.inject({ url, headers: { authorization: token } })).statusCode
  expect(await status()).toBe(200)
  await turn(app, id, { amounts: false })
  expect(await status()).toBe(400)
})

test('the CSV of orders has no column of amounts for somebody who may not see them', async () => {
  const app = await createTestApp()
  const { id, token } = await addMember(app, 'manager')
  const head = async () => (await app.app.inject({ url: ordersExport.path, headers: { authorization: token } })).body.split('\r\n')[0]!
  expect(await head()).toContain('Total')
  await turn(app, id, { amounts: false })
  expect(await head()).not.toMatch(/Subtotal|Discount|Total|Refunded(,|$)/)
  expect(await head()).toContain('Refund reason')
})
