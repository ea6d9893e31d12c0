import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../engine.ts'
import { reference, tableMaker } from './table.ts'

const columns = ['id', 'variant_id', 'value', 'state', 'created_at', 'purchase_item_id']

/**
 * Removed keys stay for a while, every change of a variant's stock is numbered, and a value is looked up in the whole shop: one index by
 * value takes the place of two.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema
    .alterTable('variant')
    .addColumn('stock_changes', int, (column) => column.notNull().defaultTo(0))
    .execute()
  if (isPostgres(db)) await changeTable(db)
  else await rebuildTable(db)
  // Not unique by value alone: older shops may hold one value in two variants.
  await sql`create unique index license_key_by_value on license_key (value, variant_id)`.execute(db)
  await sql`create index license_key_removed on license_key (variant_id, removed_at, id) where state = 'removed'`.execute(db)
  await normaliseValues(db)
  await removeKeysOfDeletedVariants(db)
}

async function changeTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table license_key
      add column removed_at text, add column removed_by text,
      add column available_since bigint not null default 0, add column reserved_since bigint not null default 0,
      drop constraint license_key_value, drop constraint license_key_state,
      add constraint license_key_state check (state in ('available', 'reserved', 'sold', 'revoked', 'removed'))`.execute(db)
  await db.schema.dropIndex('license_key_by_value').execute()
}

/** SQLite cannot change a constraint of an existing table. */
async function rebuildTable(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)
  await table('new_license_key', { texts: ['value', 'state', 'created_at'] })
    .addColumn('variant_id', int, reference('variant.id'))
    .addColumn('purchase_item_id', int, (column) => column.references('purchase_item.id'))
    .addColumn('removed_at', 'text')
    .addColumn('removed_by', 'text')
    .addColumn('available_since', int, (column) => column.notNull().defaultTo(0))
    .addColumn('reserved_since', int, (column) => column.notNull().defaultTo(0))
    .addCheckConstraint('license_key_state', sql`state in ('available', 'reserved', 'sold', 'revoked', 'removed')`)
    .execute()
  const listed = sql.join(columns.map((name) => sql.ref(name)))
  await sql`insert into new_license_key (${listed}) select ${listed} from license_key order by id`.execute(db)
  // Ids are never given twice, not even those of deleted rows.
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'license_key'`.execute(db)
  await db.schema.dropTable('license_key').execute()
  await sql`alter table new_license_key rename to license_key`.execute(db)
  await sql`delete from sqlite_sequence where name in ('license_key', 'new_license_key')`.execute(db)
  for (const { seq } of rows) await sql`insert into sqlite_sequence (name, seq) values ('license_key', ${seq})`.execute(db)
  await sql`create index license_key_item on license_key (purchase_item_id) where purchase_item_id is not null`.execute(db)
  await sql`create index license_key_stock on license_key (variant_id, id) where state = 'available'`.execute(db)
}

/** Values are compared in Unicode's composed form. One that stands beside its other form in the same variant stays as it is. */
async function normaliseValues(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; variant_id: number; value: string }>`
    select id, variant_id, value from license_key where length(value) <> octet_length(value) order by id`.execute(db)
  for (const { id, variant_id, value } of rows) {
    const composed = value.normalize('NFC')
    if (composed === value) continue
    await sql`update license_key set value = ${composed} where id = ${id}
      and not exists (select 1 from license_key as twin where twin.value = ${composed} and twin.variant_id = ${variant_id})`.execute(db)
  }
}

/** They cannot be sold, and can be put back for as long as keys that are removed from now on. */
async function removeKeysOfDeletedVariants(db: Kysely<unknown>): Promise<void> {
  const isDeleted = sql`variant_id in (select id from variant where deleted_at is not null)`
  const at = new Date().toISOString()
  await sql`update license_key set state = 'removed', removed_at = ${at}, removed_by = 'system' where state = 'available' and ${isDeleted}`.execute(
    db,
  )
  await sql`update variant set stock = 0 where deleted_at is not null`.execute(db)
}
