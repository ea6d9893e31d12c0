import SqliteDatabase, { type Database } from 'better-sqlite3'

/** Writes the rows of a save, a sale and a list of keys, with the server's driver and settings and nothing else. */
export interface FloorWrites {
  /** Writes the rows of a product save. */
  readonly save: (id: number, text: string) => void
  /** Inserts the rows of a purchase. Returns its id. */
  readonly buy: () => number
  /** Inserts the rows of a purchase's completion. */
  readonly complete: (id: number) => void
  /** Inserts available keys of a variant, in one statement. */
  readonly insertKeys: (variantId: number, values: readonly string[]) => void
  readonly close: () => void
}

const now = '2026-11-01T12:00:00.000Z'

/** @param file a copy of the server's database */
export function openFloorWrites(file: string): FloorWrites {
  const database = new SqliteDatabase(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('cache_size = -128000')
  const keys = database.prepare(
    `insert into license_key (variant_id, value, state, created_at) select ?, value, 'available', '${now}' from json_each(?)`,
  )
  return {
    save: prepareSave(database),
    ...prepareSale(database),
    insertKeys: (variantId, values) => void keys.run(variantId, JSON.stringify(values)),
    close: () => void database.close(),
  }
}

function prepareSave(database: Database): FloorWrites['save'] {
  const update = database.prepare('update product set description = ?, version = version + 1, updated_at = ? where id = ?')
  const record = prepareActivity(database)
  return database.transaction((id: number, text: string) => {
    update.run(text, now, id)
    record('product', id, JSON.stringify({ description: { before: text, after: text } }))
  })
}

function prepareSale(database: Database): Pick<FloorWrites, 'buy' | 'complete'> {
  const order = database.prepare(
    `insert into orders (customer_email, customer_key, limit_key, status, subtotal_cents, coupon_discount_cents, referral_discount_cents, total_cents,
       created_at, reserved_until) values ('buyer@example.com', 'buyer@example.com', 'buyer@example.com', 'pending', 999, 0, 0, 999, '${now}', '${now}')`,
  )
  const item = database.prepare(
    `insert into order_item (order_id, product_id, variant_id, product_name, variant_name, quantity, unit_price_cents, paid_cents)
       values (?, 1, 1, 'Product 1', 'Month', 1, 999, 999)`,
  )
  const record = prepareActivity(database)
  const changes = JSON.stringify({ status: { before: 'pending', after: 'completed' } })
  const buy = database.transaction(() => {
    const id = Number(order.run().lastInsertRowid)
    item.run(id)
    record('order', id, changes)
    return id
  })
  const complete = database.transaction((id: number) => record('order', id, changes))
  return { buy: () => buy(), complete: (id) => complete(id) }
}

function prepareActivity(database: Database): (kind: string, id: number, changes: string) => void {
  const insert = database.prepare(
    `insert into activity (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, changes)
       values ('${now}', 'admin', 1, 'admin', 'thing.changed', ?, ?, ?)`,
  )
  return (kind, id, changes) => void insert.run(kind, id, changes)
}
