import { sql, type Kysely } from 'kysely'
import { ownedBy, reference, tableMaker } from './table.ts'

/** Batches of keys, keys that took the place of others, and what happened to keys that their rows no longer tell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)
  await table('key_import', { texts: ['name', 'supplier', 'created_at', 'created_by'], ints: ['added'] })
    .addColumn('variant_id', int, reference('variant.id'))
    .addColumn('undone_at', 'text')
    .addColumn('undone_by', 'text')
    .execute()
  await db.schema.createIndex('key_import_variant').on('key_import').columns(['variant_id', 'id']).execute()

  await db.schema
    .alterTable('license_key')
    .addColumn('import_id', int, (column) => column.references('key_import.id'))
    .execute()
  // With the state, so that a batch is counted by the index alone, and the id, so that an undo goes along it.
  await sql`create index license_key_import on license_key (import_id, state, id) where import_id is not null`.execute(db)

  await table('key_replacement', { texts: ['reason', 'note', 'replaced_at', 'replaced_by'] })
    .addColumn('key_id', int, (column) => reference('license_key.id')(column).unique())
    .addColumn('new_key_id', int, (column) => reference('license_key.id')(column).unique())
    .execute()

  await table('key_event', { texts: ['at', 'kind', 'actor'] })
    .addColumn('key_id', int, ownedBy('license_key.id'))
    // Neither is ever deleted, and a reference would need an index, which a release writes to.
    .addColumn('purchase_id', int)
    .addColumn('import_id', int)
    .addCheckConstraint('key_event_kind', sql`kind in ('imported', 'removed', 'restored', 'released')`)
    .execute()
  await db.schema.createIndex('key_event_key').on('key_event').columns(['key_id', 'id']).execute()
}
