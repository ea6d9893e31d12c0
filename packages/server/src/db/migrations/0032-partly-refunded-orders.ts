import { sql, type Kysely } from 'kysely'

/** Orders of which something is refunded, for the list of those that are refunded in part. They are few: a sale is in none of these. */
const indexes: Readonly<Record<string, string>> = {
  purchase_refunded_id: '(status, id)',
  purchase_refunded_created: '(status, created_at, id)',
  purchase_refunded_total: '(status, total_cents, id)',
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    await sql`create index ${sql.ref(name)} on purchase ${sql.raw(columns)} where refunded_cents > 0`.execute(db)
  }
}
