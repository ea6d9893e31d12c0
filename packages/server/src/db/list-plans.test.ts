import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { listAnnouncements } from '../modules/announcements/announcements.service.ts'
import { listCoupons } from '../modules/coupons/coupons.service.ts'
import { listPayouts } from '../modules/referrals/payouts.service.ts'
import { listReferrals } from '../modules/referrals/referral-lists.service.ts'
import { listReferralUsers } from '../modules/referrals/referral-users.service.ts'
import { createTestApp } from '../testing.ts'
import { dataOf } from '../testing/catalogue.ts'
import { makeCoupon } from '../testing/coupons.ts'
import { cursorAfter, plansOf, sorted } from '../testing/plans.ts'
import { sellByReferral } from '../testing/referrals.ts'
import { openShop } from '../testing/shop.ts'
import { byText, readPage, type PageRequest } from './page.ts'
import type { Db } from './schema.ts'

/** Answers where the list goes on. */
type List = (deps: Deps, request: PageRequest) => Promise<string | null | undefined>

const lists: Record<string, { readonly table: string; readonly list: List }> = {
  coupons: { table: 'coupon', list: couponsWith({ include_expired: true }) },
  'coupons that have not expired': { table: 'coupon', list: couponsWith({ include_expired: false }) },
  announcements: { table: 'announcement', list: async (deps, request) => (await listAnnouncements(deps, request)).meta?.next_cursor },
  'referral users': { table: 'app_user', list: async (deps, request) => (await listReferralUsers(deps, request)).meta?.next_cursor },
  'pending referrals': { table: 'referral', list: async (deps, request) => (await listReferrals(deps, 'pending', request)).nextCursor },
  'completed referrals': { table: 'referral', list: async (deps, request) => (await listReferrals(deps, 'completed', request)).nextCursor },
  payouts: { table: 'payout', list: async (deps, request) => (await listPayouts(deps, request)).nextCursor },
  'pending payouts': {
    table: 'payout',
    list: async (deps, request) => (await listPayouts(deps, { ...request, status: 'pending' })).nextCursor,
  },
}

test.each(Object.entries(lists))(
  '%s are in order by an index, and a page begins where the one before ended',
  async (_, { table, list }) => {
    const { deps } = await filledApp()
    for (const sort of await sortsOf(deps, list)) {
      const cursor = (await list(deps, { sort, limit: 1 })) ?? undefined
      expect(cursor, sort).toBeDefined()
      const pageOf = (request: PageRequest) => plansOf(deps.db, (db) => list({ ...deps, db }, { sort, limit: 1, ...request }))
      const [[first], [next]] = [await pageOf({}), await pageOf({ cursor })]
      for (const page of [first, next]) {
        expect(page, sort).toMatch(table)
        expect(page, sort).not.toMatch(sorted)
      }
      expect(next, sort).toMatch(rangeFrom)
    }
  },
)

/** In a plan: an index is entered where the page before ended. */
const rangeFrom = /[<>]\?|Index Cond: .*[<>]/

test('an order without an index would be seen, and so would a page that is looked for from the start', async () => {
  const { deps } = await filledApp()
  const query = (db: Db) => db.selectFrom('announcement').selectAll()
  const listing = { id: 'id', sorts: { content: byText('content') }, fallback: 'content' }
  const [page] = await plansOf(deps.db, (db) => readPage(query(db), listing, { limit: 1, cursor: cursorAfter('a', 1) }))
  expect(page).toMatch(sorted)
  expect(page).not.toMatch(rangeFrom)
})

function couponsWith(filter: { readonly include_expired: boolean }): List {
  return async (deps, request) => (await listCoupons(deps, { ...request, ...filter })).meta?.next_cursor
}

/** Two rows of everything. */
async function filledApp() {
  const app = await createTestApp()
  const shop = await openShop(app)
  for (const name of ['ann', 'bob']) {
    await makeCoupon(app, { code: name })
    dataOf(await app.call('POST', '/admin/announcements', { title: name, content: name }))
    const { id, referral_code } = await shop.addUser(name)
    for (const isCompleted of [true, false]) await sellByReferral(app, shop, referral_code, { isCompleted })
    dataOf(await shop.askPayout(id, 1))
  }
  return app
}

/** Every order that a list offers, both ways: it names them when it is asked for another. */
async function sortsOf(deps: Deps, list: List): Promise<string[]> {
  const { message } = (await list(deps, { sort: '?' }).catch((error: unknown) => error)) as Error
  const names = /one of: (.*), or/.exec(message)?.[1]?.split(', ') ?? []
  expect(names).toContain('created_at')
  return names.flatMap((name) => [name, `-${name}`])
}
