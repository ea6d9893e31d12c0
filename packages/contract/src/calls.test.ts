import { expect, test } from 'vitest'
import { calls } from './calls.ts'

/** The basic calls, which another server behind the web app has, with this contract's names for parameters. */
const callTable = [
  'POST /auth/password-login',
  'GET /admin/purchases/stats',
  'GET /admin/products',
  'POST /admin/products',
  'GET /products/id/:id',
  'PUT /admin/products/:id',
  'DELETE /admin/products/:id',
  'POST /admin/products/:id/images',
  'DELETE /admin/products/:id/images/:mediaId',
  'POST /admin/products/:id/videos',
  'PUT /admin/products/:id/thumbnail',
  'GET /games-list',
  'GET /admin/variants/:id',
  'POST /admin/variants/',
  'PUT /admin/variants/:id',
  'DELETE /admin/variants/:id',
  'GET /admin/purchases/orders',
  'GET /admin/discord/settings',
  'PUT /admin/discord/settings',
  'GET /admin/discord/logs',
  'POST /admin/discord/bot/start',
  'POST /admin/discord/bot/stop',
  'POST /admin/discord/bot/restart',
  'GET /admin/discord/bot/status',
  'GET /admin/coupons',
  'POST /admin/coupons',
  'PUT /admin/coupons/:id',
  'DELETE /admin/coupons/:id',
  'POST /admin/coupons/:id/activate',
  'POST /admin/coupons/:id/deactivate',
  'GET /admin/referrals/users-with-stats',
  'PUT /admin/referrals/settings/:userId',
  'PUT /admin/referrals/code/:userId/custom',
  'GET /admin/referrals/pending',
  'GET /admin/referrals/completed',
  'GET /admin/referrals',
  'PUT /admin/referrals/payout/:id/status',
  'GET /admin/announcements',
  'GET /admin/announcements/:id',
  'POST /admin/announcements',
  'PUT /admin/announcements/:id',
  'DELETE /admin/announcements/:id',
]

test('exactly the calls beyond the basic ones are marked', () => {
  const all = Object.values(calls).flatMap((group) => Object.values(group))
  const marked = (isMarked: boolean) =>
    all.filter(({ beyondSpec }) => (beyondSpec === true) === isMarked).map(({ method, path }) => `${method} ${path}`)
  expect(marked(false).toSorted()).toEqual(callTable.toSorted())
  expect(marked(true)).toContain('POST /auth/logout')
})
