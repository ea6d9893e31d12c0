import { sql } from 'kysely'
import { isPostgres } from '../db/engine.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import type { Db } from '../db/schema.ts'

const name = '9999-made-up'

/** Runs work as a later version of Keydesk with one more migration: a table, columns with a default, an index. It only adds. */
export async function asNextVersion<T>(work: () => Promise<T>): Promise<T> {
  migrations[name] = {
    up: async (db) => {
      const int = isPostgres(db) ? 'bigint' : 'integer'
      for (const statement of [
        `create table made_up (id ${int} not null primary key, note text not null)`,
        `alter table orders add column made_up ${int} not null default 0`,
        `alter table license_key add column made_up text`,
        `create index orders_made_up on orders (made_up, id)`,
      ])
        await sql.raw(statement).execute(db)
    },
  }
  try {
    return await work()
  } finally {
    delete migrations[name]
  }
}

export const upgrade = (db: Db): Promise<string[]> => asNextVersion(() => migrate(db))
