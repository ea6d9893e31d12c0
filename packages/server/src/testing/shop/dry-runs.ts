import { addDays, centsToDollars, dollarsToCents, normaliseCoupon, priceCart, type CouponDryRun, type CouponInput } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'

/** The expected result of a dry run of the last 30 days in UTC, computed order by order. */
export async function recountDryRun({ db, now }: Deps, input: CouponInput): Promise<CouponDryRun> {
  const fields = normaliseCoupon(input)
  const orders = await db.selectFrom('orders').selectAll().where('status', '=', 'completed').orderBy('created_at').orderBy('id').execute()
  const lines = Map.groupBy(await db.selectFrom('order_item').selectAll().execute(), (line) => line.order_id)
  const products = fields.applicable_to_all ? null : new Set(fields.applicable_products)
  const terms = {
    discount_type: fields.discount_type,
    discount_hundredths: dollarsToCents(fields.discount_value),
    product_ids: products,
  }
  const first = addDays(now().toISOString().slice(0, 10), -29)
  const recent = orders.filter((order) => order.completed_at! >= first)
  const used: string[] = []
  const priced = []
  for (const order of recent) {
    const cart = lines
      .get(order.id)!
      .map(({ product_id, unit_price_cents, quantity }) => ({ product_id, unit_cents: unit_price_cents, quantity }))
    if (products !== null && !cart.some((line) => products.has(line.product_id))) continue
    if (fields.max_usage > 0 && used.length >= fields.max_usage) continue
    const own = used.filter((customer) => customer === order.limit_key)
    if (fields.max_usage_per_user > 0 && own.length >= fields.max_usage_per_user) continue
    used.push(order.limit_key)
    priced.push(priceCart(cart, terms, 0))
  }
  const paid = priced.filter((cart) => cart.subtotal_cents > 0)
  const lowest = (paid.length > 0 ? paid : priced).map((cart) => cart.total_cents)
  const sum = (cents: readonly number[]) => centsToDollars(cents.reduce((total, each) => total + each, 0))
  return {
    orders: recent.length,
    applied: priced.length,
    cost: sum(priced.map((cart) => cart.coupon_discount_cents)),
    lowest_total: lowest.length === 0 ? null : centsToDollars(Math.min(...lowest)),
    revenue: sum(recent.map((order) => order.total_cents - order.refunded_cents)),
  }
}
