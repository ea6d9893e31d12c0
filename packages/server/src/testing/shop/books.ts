import type { TestApp } from '../../testing.ts'

/** Everything that an order changes, to prove that a refused one changed nothing. */
export async function books({ deps }: TestApp) {
  const tables = ['orders', 'order_item', 'license_key', 'referral', 'activity', 'refund', 'refund_item'] as const
  const rows = await Promise.all(tables.map((table) => deps.db.selectFrom(table).selectAll().orderBy('id').execute()))
  const coupons = await deps.db.selectFrom('coupon').select(['id', 'current_usage']).orderBy('id').execute()
  const stock = await deps.db.selectFrom('variant').select(['id', 'stock']).orderBy('id').execute()
  return { rows: rows.map((list) => list.map(withoutCounters)), coupons, stock }
}

/** Leaves out when a key became available and was reserved: these count stock changes and only ever increase. */
const withoutCounters = <Row extends object>(row: Row) => ({ ...row, available_since: undefined, reserved_since: undefined })
