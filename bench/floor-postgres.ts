import { Pool } from 'pg'

/** The database work of the floor. */
export interface FloorDatabase {
  readonly read: (queries: readonly string[]) => Promise<void>
  /** Inserts the rows of a purchase. Returns its id. */
  readonly buy: () => Promise<number>
  /** Inserts the rows of a purchase's completion. */
  readonly complete: (id: number) => Promise<void>
}

const now = '2026-11-01T12:00:00.000Z'

/** The floor's reads and sales on PostgreSQL, with the server's driver and the same number of connections. */
export function openFloorPostgres(connectionString: string): FloorDatabase {
  const pool = new Pool({ connectionString, max: 10 })
  return {
    read: async (queries) => {
      for (const text of queries) await pool.query(text)
    },
    buy: async () => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const { rows } = await client.query<{ id: number }>(
          `insert into orders (customer_email, customer_key, limit_key, status, subtotal_cents, coupon_discount_cents, referral_discount_cents,
             total_cents, created_at, reserved_until)
           values ('buyer@example.com', 'buyer@example.com', 'buyer@example.com', 'pending', 999, 0, 0, 999, $1, $1) returning id`,
          [now],
        )
        const { id } = rows[0]!
        await client.query(
          `insert into order_item (order_id, product_id, variant_id, product_name, variant_name, quantity, unit_price_cents, paid_cents)
           values ($1, 1, 1, 'Product 1', 'Month', 1, 999, 999)`,
          [id],
        )
        await client.query(activity, [now, id])
        await client.query('commit')
        return id
      } finally {
        client.release()
      }
    },
    complete: async (id) => {
      await pool.query(activity, [now, id])
    },
  }
}

const activity = `insert into activity (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, changes)
  values ($1, 'admin', 1, 'admin', 'thing.changed', 'order', $2, '{"status":{"before":"pending","after":"completed"}}')`
