import { permissionsOf, type ActivityFilters, type Role } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { isPostgres } from '../../db/engine.ts'
import { openFilledShop } from '../../testing/shop/filled-shop.ts'
import { cursorAfter, plansOf, sorted } from '../../testing/databases/plans.ts'
import { listActivityOf } from '../activity/activity.service.ts'
import { listHistory } from './history.service.ts'

const lists: Record<string, { readonly filters: ActivityFilters; readonly index: string; readonly role?: Role }> = {
  everything: { filters: {}, index: 'activity_at' },
  'everything that a manager sees': { filters: {}, index: 'activity_at', role: 'manager' },
  'some days': { filters: { from: '2029-01-01', to: '2030-01-02' }, index: 'activity_at' },
  'what somebody did': { filters: { actor: 1 }, index: 'activity_actor' },
  'what an API key did': { filters: { api_key_id: 1 }, index: 'activity_api_key' },
  changes: { filters: { kind: 'change' }, index: 'activity_kind' },
  sales: { filters: { kind: 'sale' }, index: 'activity_at' },
  'what was done to orders': { filters: { subject_kind: 'order' }, index: 'activity_at' },
  'what was done to coupons': { filters: { subject_kind: 'coupon' }, index: 'activity_subject_kind' },
  'what was done to one': { filters: { subject_kind: 'coupon', subject_id: 1 }, index: 'activity_subject' },
  "a manager's own sign-ins": { filters: { kind: 'sign_in' }, index: 'activity_subject', role: 'manager' },
}

test('each filter, alone and within some days, begins where the page before ended, in the order of its index', async () => {
  const { deps } = await openFilledShop()
  const days = { from: '2029-01-01', to: '2030-01-02' }
  const cursor = cursorAfter('2030-01-01T00:00:00.000Z', 5)
  for (const [name, { filters, index, role = 'owner' }] of Object.entries(lists)) {
    for (const more of [{}, { cursor }, days, { ...days, cursor }]) {
      const [plan] = await plansOf(deps.db, (db) =>
        listHistory({ ...deps, db }, { userId: 1, permissions: permissionsOf[role] }, { ...filters, ...more, limit: 2 }),
      )
      expect(plan, name).not.toMatch(sorted)
      // PostgreSQL may use another index for tables this small.
      expect(plan, name).toMatch(isPostgres(deps.db) ? /Index Scan/ : new RegExp(`USING INDEX ${index}\\b`))
      const isRange = 'cursor' in more || 'from' in more
      expect(plan, name).toMatch(isRange ? /[<>]\?|\(at,id\)<|Index Cond/ : /./)
    }
  }
})

test('the rows of one order are read in the order of time, by the index', async () => {
  const { deps } = await openFilledShop()
  const [plan] = await plansOf(deps.db, (db) => listActivityOf(db, { kind: 'order', id: 1 }))
  expect(plan).not.toMatch(sorted)
  // PostgreSQL may use the index by time for tables this small.
  expect(plan).toMatch(isPostgres(deps.db) ? /using activity_(subject|at) / : /USING INDEX activity_subject /)
})
