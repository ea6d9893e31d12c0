import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { permissions } from '@keydesk/contract'
import { listAnnouncements } from '../modules/announcements/announcements.service.ts'
import { listCoupons } from '../modules/coupons/coupons.service.ts'
import { listPayouts } from '../modules/referrals/payouts.service.ts'
import { listReferrals } from '../modules/referrals/referral-lists.service.ts'
import { listReferralUsers } from '../modules/users/referral-users.service.ts'
import { openFilledShop } from '../testing/shop/filled-shop.ts'
import { cursorAfter, plansOf, sorted } from '../testing/databases/plans.ts'
import { byText, readPage, type PageRequest } from './page.ts'

/** Returns the cursor of the next page. */
type List = (deps: Deps, request: PageRequest) => Promise<string | null | undefined>

const lists: Record<string, { readonly table: string; readonly list: List }> = {
  coupons: { table: 'coupon', list: couponsWith({ include_expired: true }) },
  'coupons that have not expired': { table: 'coupon', list: couponsWith({ include_expired: false }) },
  announcements: { table: 'announcement', list: async (deps, request) => (await listAnnouncements(deps, request)).meta?.next_cursor },
  'referral users': {
    table: 'app_user',
    list: async (deps, request) => (await listReferralUsers(deps, { permissions }, request)).meta?.next_cursor,
  },
  'pending referrals': {
    table: 'referral',
    list: async (deps, request) => (await listReferrals(deps, { permissions }, 'pending', request)).meta.next_cursor,
  },
  'completed referrals': {
    table: 'referral',
    list: async (deps, request) => (await listReferrals(deps, { permissions }, 'completed', request)).meta.next_cursor,
  },
  payouts: { table: 'payout', list: async (deps, request) => (await listPayouts(deps, request)).meta.next_cursor },
  'pending payouts': {
    table: 'payout',
    list: async (deps, request) => (await listPayouts(deps, { ...request, status: 'pending' })).meta.next_cursor,
  },
}

test('every list is in order by an index, and a page begins where the one before ended', async () => {
  const { deps } = await openFilledShop()
  for (const [name, { table, list }] of Object.entries(lists)) {
    for (const sort of await sortsOf(deps, list)) {
      const asked = `${name} by ${sort}`
      const cursor = (await list(deps, { sort, limit: 1 })) ?? undefined
      expect(cursor, asked).toBeDefined()
      const pageOf = (request: PageRequest) => plansOf(deps.db, (db) => list({ ...deps, db }, { sort, limit: 1, ...request }))
      const [[first], [next]] = [await pageOf({}), await pageOf({ cursor })]
      for (const page of [first, next]) {
        expect(page, asked).toMatch(table)
        expect(page, asked).not.toMatch(sorted)
      }
      expect(next, asked).toMatch(rangeFrom)
    }
  }
})

/** In a plan: the index is entered where the previous page ended. */
const rangeFrom = /[<>]\?|Index Cond: .*[<>]/

test('an order without an index would be seen, and so would a page that is looked for from the start', async () => {
  const { deps } = await openFilledShop()
  const listing = { id: 'id', sorts: { content: byText('content') }, fallback: 'content' }
  const [page] = await plansOf(deps.db, (db) =>
    readPage(db, { list: db.selectFrom('announcement').selectAll() }, listing, { limit: 1, cursor: cursorAfter('a', 1) }),
  )
  expect(page).toMatch(sorted)
  expect(page).not.toMatch(rangeFrom)
})

function couponsWith(filter: { readonly include_expired: boolean }): List {
  return async (deps, request) => (await listCoupons(deps, { ...request, ...filter })).meta?.next_cursor
}

/** Every sort order of a list, in both directions. The list names them when it refuses an unknown one. */
async function sortsOf(deps: Deps, list: List): Promise<string[]> {
  const { message } = (await list(deps, { sort: '?' }).catch((error: unknown) => error)) as Error
  const names = /one of: (.*), or/.exec(message)?.[1]?.split(', ') ?? []
  expect(names).toContain('created_at')
  return names.flatMap((name) => [name, `-${name}`])
}
