import {
  breathe,
  cancelOrder,
  completeOrder,
  createAnnouncement,
  createCoupon,
  createPayout,
  createOrder,
  createStoreUser,
  decidePayout,
  expireOrder,
  refundOrder,
  saveSettings,
  setCustomCode,
  setCouponActive,
  transact,
  type Actor,
  type Deps,
} from '@keydesk/server'
import type { CouponInput } from '@keydesk/contract'
import type { People } from './fill-people.ts'
import type { PlannedOrder } from './plan-orders.ts'

const day = 86_400_000
/** Orders per transaction: each transaction waits for the disk once. */
const atOnce = 200
/** Why the demo's customers got their money back. */
const reasons = ['Bought twice', '', 'Wrong region', 'Did not start on their computer', 'Changed their mind']
/** After this many orders the event loop gets a turn, for the threads that draw pictures. */
const inOneGo = 20

interface Sold {
  readonly orders: readonly PlannedOrder[]
  /** Ids in the order of the catalogue: products, then their variants. */
  readonly variantIds: readonly (readonly number[])[]
  readonly productIds: readonly number[]
  readonly now: Date
  readonly onProgress: (part: number) => void
}

export interface CompletedOrder {
  readonly id: number
  readonly minutesAgo: number
}

/**
 * Coupons, referral users, months of orders, payouts and announcements, through the services that the real server uses. Returns the orders
 * that stay completed, oldest first.
 */
export async function fillOrders(
  deps: Deps,
  { admin, colleague, storefront }: People,
  { orders, variantIds, productIds, now, onProgress }: Sold,
): Promise<CompletedOrder[]> {
  const at = (minutesAgo: number): Deps => ({ ...deps, now: () => new Date(now.getTime() - minutesAgo * 60_000) })
  const start = at((orders[0]?.minutesAgo ?? 0) + 60)
  const codes = await fillCoupons(start, deps, admin, productIds, now)
  const referrers = await fillReferrers(start, deps, admin, storefront)

  const completed: CompletedOrder[] = []
  for (let from = 0; from < orders.length; from += atOnce) {
    await transact(deps.db, async (tx) => {
      for (const [index, order] of orders.slice(from, from + atOnce).entries()) {
        if (index % inOneGo === 0) await breathe()
        const moment = at(order.minutesAgo)
        const items = order.lines.map(({ product, variant, quantity }) => ({ variant_id: variantIds[product]![variant]!, quantity }))
        const terms =
          order.extra === null
            ? {}
            : 'coupon' in order.extra
              ? { coupon_code: codes[order.extra.coupon] }
              : { referral_code: referrers[order.extra.referrer]!.code }
        const { id, status, items: made } = await createOrder(tx, moment, storefront, { customer_email: order.email, items, ...terms })
        const isPartlyRefunded = order.ending === 'completed' && order.lines[0]!.quantity > 1 && id % 3 === 0
        if (!isPartlyRefunded && (status === 'completed' || order.ending === 'completed'))
          completed.push({ id, minutesAgo: order.minutesAgo })
        if (status !== 'pending') continue
        const later = at(Math.max(0, order.minutesAgo - 3))
        if (order.ending === 'cancelled') await cancelOrder(tx, later, storefront, id)
        if (order.ending === 'expired') await expireOrder(tx, at(order.minutesAgo - 30), id)
        if (order.ending === 'completed' || order.ending === 'refunded')
          await completeOrder(tx, later, storefront, id, `ch_${100_000 + id}`)
        const refunded = at(Math.max(0, order.minutesAgo - 2_000))
        const reason = reasons[id % reasons.length]!
        if (order.ending === 'refunded') await refundOrder(tx, refunded, colleague, id, { reason })
        if (isPartlyRefunded) await refundOrder(tx, refunded, colleague, id, { reason, items: [{ id: made[0]!.id, quantity: 1 }] })
      }
    })
    onProgress(Math.min(1, (from + atOnce) / orders.length))
  }
  await fillPayouts(at(3 * 24 * 60), at(24 * 60), { admin, storefront }, referrers)
  await fillAnnouncements(at, admin)
  return completed
}

async function fillCoupons(start: Deps, deps: Deps, actor: Actor, productIds: readonly number[], now: Date): Promise<string[]> {
  const coupon = (code: string, more: Partial<CouponInput>): CouponInput => ({
    ...{ code, discount_type: 'percentage', discount_value: 10, expiration_date: new Date(now.getTime() + 60 * day).toISOString() },
    ...{ max_usage: 0, max_usage_per_user: 0, applicable_to_all: true, applicable_products: [], ...more },
  })
  const some = { applicable_to_all: false, applicable_products: productIds.slice(0, 3) }
  await createCoupon(start, actor, coupon('WELCOME10', {}))
  await createCoupon(start, actor, coupon('FIVER', { discount_type: 'fixed_amount', discount_value: 5 }))
  await createCoupon(
    start,
    actor,
    coupon('AUTUMN', { discount_value: 12.5, expiration_date: new Date(now.getTime() + 9 * day).toISOString() }),
  )
  // Coupons that no order uses: one for some products, a free licence, a deactivated one, an expired one.
  await createCoupon(deps, actor, coupon('DMA-TRIO', { discount_value: 20, max_usage: 50, max_usage_per_user: 1, ...some }))
  await createCoupon(
    deps,
    actor,
    coupon('PRESS-COPY', { discount_type: 'free_license', discount_value: 100, max_usage: 5, max_usage_per_user: 1 }),
  )
  const paused = await createCoupon(deps, actor, coupon('PAUSED', { discount_value: 30 }))
  await setCouponActive(deps, actor, paused.id, false)
  await createCoupon(
    start,
    actor,
    coupon('LAST-SPRING', { discount_value: 25, expiration_date: new Date(start.now().getTime() + 20 * day).toISOString() }),
  )
  return ['WELCOME10', 'FIVER', 'AUTUMN']
}

interface DemoReferrer {
  readonly id: number
  readonly email: string
  readonly code: string
}

async function fillReferrers(start: Deps, deps: Deps, actor: Actor, storefront: Actor): Promise<DemoReferrer[]> {
  const made: DemoReferrer[] = []
  for (const [username, code] of [
    ['nightowl', 'OWL'],
    ['pixelsmith', 'PIXEL'],
    ['marble', 'MARBLE'],
    ['hexa', 'hexa-10'],
    ['lowping', 'LOWPING'],
    ['tundra', 'TUNDRA'],
  ] as const) {
    const email = `${username}@example.com`
    const { id } = await transact(deps.db, (tx) => createStoreUser(tx, start, storefront, { username, email }))
    made.push({ id, email, code: await setCustomCode(start, actor, id, code) })
  }
  await saveSettings(deps, actor, made[0]!.id, { enabled: true, custom_commission: 15, referral_discount: 7.5 })
  const quiet = await transact(deps.db, (tx) => createStoreUser(tx, start, storefront, { username: 'quiet', email: 'quiet@example.com' }))
  await setCustomCode(start, actor, quiet.id, 'QUIET')
  await saveSettings(deps, actor, quiet.id, { enabled: false })
  return made
}

/** One paid, one rejected and some pending payouts, each within the user's balance. */
async function fillPayouts(
  asked: Deps,
  decided: Deps,
  { admin, storefront }: Pick<People, 'admin' | 'storefront'>,
  referrers: readonly DemoReferrer[],
): Promise<void> {
  for (const [index, { id, email }] of referrers.entries()) {
    const { balance } = await transact(asked.db, (tx) => createStoreUser(tx, asked, storefront, { username: 'known', email }))
    const amount = Math.floor(balance / 2)
    if (amount < 1) continue
    const payout = await transact(asked.db, (tx) =>
      createPayout(tx, asked, storefront, id, {
        amount,
        wallet_type: index % 2 === 0 ? 'BTC' : 'USDT',
        wallet_address: `demo-wallet-${index + 1}`,
      }),
    )
    if (index === 0) await decidePayout(decided, admin, payout.id, { status: 'completed', transaction_id: 'demo-transaction-1' })
    if (index === 1) await decidePayout(decided, admin, payout.id, { status: 'failed' })
  }
}

async function fillAnnouncements(at: (minutesAgo: number) => Deps, actor: Actor): Promise<void> {
  for (const [daysAgo, title, content] of [
    [58, 'New payment methods', 'You can now pay by card, and with two more coins.'],
    [31, 'Maintenance on Sunday', 'The loaders are updated between 06:00 and 07:00 UTC. Running sessions are not affected.'],
    [9, 'Autumn sale', 'AUTUMN takes 12.5 % off everything until the end of the month.'],
    [1, 'Northlight is ready for the new season', 'The update went out this morning. Restart the loader to get it.'],
  ] as const) {
    await createAnnouncement(at(daysAgo * 24 * 60), actor, { title, content })
  }
}
