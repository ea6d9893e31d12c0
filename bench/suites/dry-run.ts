import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { percentile } from '../load.ts'
import { openShops } from '../shops.ts'
import type { Result } from '../table.ts'

const month = new Date(Date.now() + 30 * 86_400_000).toISOString()
const coupon = { code: 'TRIED', discount_type: 'percentage', discount_value: 12.5, expiration_date: month, applicable_products: [] }
const some = { applicable_to_all: false, applicable_products: Array.from({ length: 50 }, (_, index) => 1 + index) }

const coupons: Readonly<Record<string, object>> = {
  'for all, once for each customer': { ...coupon, applicable_to_all: true, max_usage: 0, max_usage_per_user: 1 },
  'for all, without limits': { ...coupon, applicable_to_all: true, max_usage: 0, max_usage_per_user: 0 },
  'for 50 products, 500 times': { ...coupon, ...some, max_usage: 500, max_usage_per_user: 1 },
}

/** The dry run of a coupon on 100,000 orders of the last 30 days, a third of them with two lines, on both databases. */
export async function dryRun(dataDir: string, scratch: string, { rounds }: { rounds: number }): Promise<Result[]> {
  const recent = join(scratch, 'recent')
  moveIntoLastDays(dataDir, recent)
  const results: Result[] = []
  for (const open of openShops(recent, scratch)) {
    await using shop = await open()
    const { engine, real, token } = shop
    for (const [name, body] of Object.entries(coupons)) {
      const took: number[] = []
      let said = ''
      for (let index = 0; index < 5 + 10 * rounds; index += 1) {
        const started = performance.now()
        const answer = await fetch(`${real.url}/admin/coupons/dry-run`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        said = await answer.text()
        if (!answer.ok) throw new Error(`The dry run was answered with ${answer.status}: ${said}`)
        // Warm up first.
        if (index >= 5) took.push(performance.now() - started)
      }
      const value = percentile(took, 0.5)
      const { orders, applied } = (JSON.parse(said) as { data: { orders: number; applied: number } }).data
      const fastest = Math.min(...took)
      results.push({
        ...{ work: `${engine}: ${name}`, value, unit: 'ms, p50', target: '≤ 300', passed: value <= 300 },
        more: `fastest ${fastest.toFixed(0)} ms, p95 ${percentile(took, 0.95).toFixed(0)} ms, applied to ${applied} of ${orders} orders`,
      })
    }
  }
  return results
}

/** A copy of the shop in which all orders are completed and from the last 29 days. */
function moveIntoLastDays(dataDir: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(dataDir, 'keydesk.db'), join(folder, 'keydesk.db'))
  const database = new SqliteDatabase(join(folder, 'keydesk.db'))
  database.pragma('synchronous = OFF')
  database.exec(
    `update orders set status = 'completed',
       created_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (((select max(id) from orders) - id) * 25) || ' seconds');
     update orders set completed_at = created_at;
     insert into order_item (product_name, variant_name, quantity, unit_price_cents, paid_cents, product_id, variant_id, order_id)
     select product_name, variant_name, 2, unit_price_cents, 0, product_id, variant_id, order_id + 1 from order_item
     where order_id % 3 = 0 and order_id + 1 <= (select max(id) from orders);
     analyze`,
  )
  database.close()
}
