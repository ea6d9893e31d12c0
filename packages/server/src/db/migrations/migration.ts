import type { Kysely } from 'kysely'
import { isPostgres } from '../engine.ts'
import type { Db } from '../schema.ts'

/**
 * The types of columns. Text is compared byte by byte, as SQLite always does: in the order of a language it takes twice to four times as
 * long.
 */
export const columnTypes = (db: Kysely<unknown>): { readonly int: string; readonly text: string } =>
  isPostgres(db) ? { int: 'bigint', text: 'text collate "C"' } : { int: 'integer', text: 'text' }

/**
 * One change of the database. While it runs, servers of the previous version sell from the same tables (docs/operating.md, Upgrades), so
 * each kind holds as little as possible for as short as possible. A migration that has been released is never edited.
 */
export type Migration =
  /**
   * New tables, or new columns of one table, in one transaction. Locks on two existing tables could deadlock with a sale. For example
   * sql.raw(`alter table orders add column gift_note ${columnTypes(tx).text}`).execute(tx).
   */
  | { readonly up: (tx: Kysely<unknown>) => Promise<void> }
  /** An index on an existing table. Its build lets writes through. */
  | { readonly index: Index }
  /** Values for existing rows. */
  | { readonly backfill: Backfill }

export interface Index {
  readonly name: string
  /** The table, the columns and the condition, as SQL: `orders (made_up, id) where made_up > 0`. */
  readonly on: string
  readonly unique?: boolean
}

/**
 * Batches of rows, each committed by itself: a backfill that was interrupted goes on where it was. It ends with the rows that existed when
 * it began. The previous version may write more rows without a value, so the new one must accept them.
 */
export interface Backfill {
  /** A table with an `id`. */
  readonly table: string
  /** The rows that still need a value, as SQL. */
  readonly where: string
  readonly fill: (tx: Db, ids: readonly number[]) => Promise<unknown>
}
