import { sql } from 'kysely'
import { migrate } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/index.ts'
import { columnTypes, type Migration } from '../../db/migrations/migration.ts'
import type { Db } from '../../db/schema.ts'

/** A migration of each kind, of a made-up later version of Keydesk. */
export function madeUpMigrations(mark = ''): Record<string, Migration> {
  const made = `made_up${mark}`
  const name = (what: string) => `9999${mark}-${what}`
  const add = (change: (types: ReturnType<typeof columnTypes>) => string): Migration => ({
    up: async (tx) => void (await sql.raw(change(columnTypes(tx))).execute(tx)),
  })
  return {
    [name('1-table')]: add(({ int, text }) => `create table ${made} (id ${int} not null primary key, note ${text} not null)`),
    [name('2-column')]: add(({ int }) => `alter table orders add column ${made} ${int} not null default 0`),
    [name('3-index')]: { index: { name: `orders_${made}`, on: `orders (${made}, id)` } },
    [name('4-column')]: add(({ text }) => `alter table license_key add column ${made} ${text}`),
    [name('5-backfill')]: {
      backfill: {
        table: 'license_key',
        where: `${made} is null`,
        fill: (tx, ids) => sql`update license_key set ${sql.ref(made)} = 'filled' where id in (${sql.join(ids)})`.execute(tx),
      },
    },
  }
}

/** Runs work as a later version of Keydesk with more migrations. They only add. */
export async function asNextVersion<T>(work: () => Promise<T>, added = madeUpMigrations()): Promise<T> {
  Object.assign(migrations, added)
  try {
    return await work()
  } finally {
    for (const name of Object.keys(added)) delete migrations[name]
  }
}

export const upgrade = (db: Db): Promise<string[]> => asNextVersion(() => migrate(db))
