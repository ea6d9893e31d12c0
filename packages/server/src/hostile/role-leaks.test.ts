import { may, roles, type Endpoint, type Permission, type Role } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing.ts'
import { dataOf, makeProduct, saveVariant } from '../testing/shop/catalogue.ts'
import { makeCoupon } from '../testing/shop/coupons.ts'
import { everyCall, everyFile } from '../testing/every-call.ts'
import { importKeyList } from '../testing/shop/key-imports.ts'
import { addTeam } from '../testing/shop/members.ts'
import { openShop } from '../testing/shop/shop.ts'

/** A shop full of marked values: no call shows a role what it may not see, not even in a refusal. */

/** Values that only some roles may see, and the permission for each. Sold keys are shown only by the call that reveals them. */
const secrets: readonly { readonly what: string; readonly mark: RegExp; readonly needs: Permission }[] = [
  { what: 'an unsold key', mark: /UNSOLD-/, needs: 'keys:read' },
  { what: 'a removed key', mark: /REMOVED-/, needs: 'keys:read' },
  { what: 'a sold key', mark: /SOLD-KEY-/, needs: 'orders:reveal' },
  { what: 'the email of a customer', mark: /@customers\.example/i, needs: 'customers:read' },
  { what: 'the address of a wallet', mark: /wallet-of-/, needs: 'payouts:read' },
  { what: 'the note of a replacement', mark: /note-on-/, needs: 'orders:read' },
  { what: 'what a batch of keys cost', mark: /7777\.77/, needs: 'payouts:read' },
  { what: 'a payment reference', mark: /payment-of-/, needs: 'orders:read' },
]

async function fillShop(app: TestApp) {
  const shop = await openShop(app)
  const { id: productId } = await makeProduct(app)
  const body = { product_id: productId, name: 'Month', price: 10, keys: [1, 2, 3, 4].map((n) => `SOLD-KEY-000${n}`) }
  const { id } = dataOf(await app.call('POST', '/admin/variants/', body)) as { id: number }
  const { id: userId, referral_code } = await shop.addUser('ann', 'ann@customers.example')
  await makeCoupon(app, { code: 'SAVE' })
  const terms = (name: string) => ({ customer_email: `${name}@customers.example`, referral_code })
  for (const name of ['one', 'two']) await shop.complete((await shop.buy({ [id]: 1 }, terms(name))).id, `payment-of-${name}`)
  await shop.buy({ [id]: 1 }, terms('three'))
  dataOf(await app.call('POST', '/admin/purchases/orders/1/keys/1/replace', { reason: 'other', note: 'note-on-one' }))
  await saveVariant(app, id, { keys: ['REMOVED-1', 'UNSOLD-1', 'UNSOLD-2', 'UNSOLD-3'] })
  await saveVariant(app, id, { keys: ['UNSOLD-1', 'UNSOLD-2', 'UNSOLD-3'] })
  await importKeyList(app, id, ['UNSOLD-4'], { cost_total: 7777.77 })
  await shop.call('POST', `/users/${userId}/payouts`, { amount: 0.1, wallet_type: 'BTC', wallet_address: 'wallet-of-ann' })
  dataOf(await app.call('POST', '/admin/announcements', { title: 'News', content: 'News' }))
}

const lookups = ['UNSOLD-1', 'SOLD-KEY-0001', 'REMOVED-1']

/** The input of a call: existing things, and words that find them. */
function requestsOf({
  name,
  endpoint: { method, path, query },
}: {
  name: string
  endpoint: Endpoint
}): { url: string; payload?: object }[] {
  const urls = ['1', '2'].map((id) => path.replaceAll(/:\w+/g, id))
  if (name === 'keys.lookup') return lookups.map((value) => ({ url: path, payload: { value } }))
  if (name === 'search.find') return ['ann', 'ann@customers', 'one@customers'].map((q) => ({ url: path, payload: { q } }))
  if (method !== 'GET') return [{ url: urls[0]!, payload: { version: 99, keys: lookups, values: lookups, name: 'x', reason: 'other' } }]
  const searches = query === undefined ? [] : ['customers.example', 'SOLD', 'ann'].map((q) => `${urls[0]}?q=${q}`)
  return [...new Set([...urls, ...searches])].map((url) => ({ url }))
}

const calls = [
  ...everyCall.filter(({ name, endpoint: { access } }) => access !== 'store' && access !== 'public' && !name.startsWith('auth.')),
  ...everyFile,
]
const reads = calls.filter(({ endpoint: { method, reads: isRead } }) => method === 'GET' || isRead)
/** Excludes the calls that wait for a bot, which this server does not run. */
const changes = calls.filter((call) => !reads.includes(call) && !/^discord\.(start|stop|restart)$/.test(call.name))

test('no call tells a role what it may not see', { timeout: 120_000 }, async () => {
  const app = await createTestApp()
  await fillShop(app)
  const team = await addTeam(app)
  const leaks: string[] = []
  const seen = new Set<string>()

  const search = async (role: Role, part: typeof calls) => {
    for (const call of part) {
      for (const { url, payload } of requestsOf(call)) {
        const answer = await app.app.inject({ method: call.endpoint.method, url, headers: { authorization: team[role].token }, payload })
        for (const { what, mark, needs } of secrets) {
          if (!mark.test(answer.body)) continue
          seen.add(what)
          const isRevealed = what !== 'a sold key' || call.name === 'orders.revealKeys'
          if (!may(role, needs) || !isRevealed) leaks.push(`${role} is shown ${what} by ${call.name}: ${url}`)
        }
      }
    }
  }
  for (const role of roles) await search(role, reads)
  // The lowest role first: the owner's calls delete much of the data.
  for (const role of roles.toReversed()) await search(role, changes)

  expect(leaks).toEqual([])
  // A value that no role ever sees would prove nothing.
  expect([...seen].toSorted()).toEqual(secrets.map(({ what }) => what).toSorted())
})

test('a role that may not see customers finds no referral by the email of its buyer, and no user by their own', async () => {
  const app = await createTestApp()
  await fillShop(app)
  const { marketing, manager } = await addTeam(app)
  const found = async (token: string, q: string) => {
    const answer = await app.app.inject({ url: `/admin/referrals/completed?q=${q}`, headers: { authorization: token } })
    return answer.json<{ purchase: { customer_email: string | null } }[]>().map(({ purchase }) => purchase.customer_email)
  }
  expect(await found(manager.token, 'one@customers')).toEqual(['one@customers.example'])
  expect(await found(marketing.token, 'one@customers')).toEqual([])
  expect(await found(marketing.token, 'ann')).toEqual([null, null])

  const users = async (token: string, query: string) => {
    const answer = await app.app.inject({ url: `/admin/referrals/users-with-stats?${query}`, headers: { authorization: token } })
    return answer.statusCode === 200
      ? answer.json<{ data: { email: string | null }[] }>().data.map(({ email }) => email)
      : answer.statusCode
  }
  const hits = async (token: string, q: string) =>
    (await app.call('POST', '/admin/search', { q }, { token })).body as { data: { kind: string; detail: string }[] }
  expect(await users(manager.token, 'q=ann@cust&sort=email')).toEqual(['ann@customers.example'])
  expect(await users(marketing.token, 'q=ann@cust')).toEqual([])
  expect(await users(marketing.token, 'q=ann')).toEqual([null])
  expect(await users(marketing.token, 'sort=email')).toBe(400)
  expect((await hits(manager.token, 'ann@cust')).data).toMatchObject([{ kind: 'referral_user' }])
  expect((await hits(marketing.token, 'ann@cust')).data).toEqual([])
  expect((await hits(marketing.token, 'ann')).data).toMatchObject([{ kind: 'referral_user', detail: expect.not.stringContaining('@') }])
})
