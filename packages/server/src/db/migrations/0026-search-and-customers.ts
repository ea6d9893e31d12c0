import { sql, type Kysely } from 'kysely'
import { isPostgres, textRows } from '../engine.ts'
import { wordsOf } from '../search-words.ts'
import { reference, tableMaker } from './table.ts'

/** The words of names, for the search of everything, and what the staff note about customers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await searchWords(db)
  for (const { kind, table, name } of named) await fill(db, kind, table, name)
  await indexes(db)
  await customerNotes(db)
}

const named = [
  { kind: 'product', table: 'product', name: 'name' },
  { kind: 'variant', table: 'variant', name: `name || ' ' || (select name from product where product.id = variant.product_id)` },
  { kind: 'coupon', table: 'coupon', name: 'code' },
  { kind: 'announcement', table: 'announcement', name: 'title' },
]

async function searchWords(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema
    .createTable('search_word')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('thing_id', int, (column) => column.notNull())
    .addColumn('word', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_word_pk', ['kind', 'thing_id', 'word'])
    .execute()
}

async function fill(db: Kysely<unknown>, kind: string, table: string, name: string): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, ${sql.raw(name)} as name from ${sql.table(table)} where id > ${after} order by id limit 1000`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
    for (const { id, name: text } of rows) {
      const words = wordsOf(text)
      if (words.length > 0)
        await sql`insert into search_word (kind, thing_id, word)
          select ${sql.lit(kind)}, ${sql.lit(id)}, listed.value from ${textRows(db, words)} as listed`.execute(db)
    }
  }
}

/** Searched by prefix, which is an index range only where text is compared byte by byte. SQLite compares so everywhere. */
async function indexes(db: Kysely<unknown>): Promise<void> {
  const bytewise = sql.raw(isPostgres(db) ? ' collate "C"' : '')
  await sql`create index search_word_word on search_word (kind, word${bytewise}, thing_id)`.execute(db)
  if (!isPostgres(db)) return
  for (const column of ['username_key', 'email_key', 'referral_code_key'])
    await sql`create index ${sql.ref(`app_user_${column}_prefix`)} on app_user (${sql.ref(column)} collate "C")
      where referral_code_key is not null`.execute(db)
}

async function customerNotes(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)
  await table('customer_note', { texts: ['customer_key', 'customer_email', 'text', 'author_name', 'created_at'] })
    .addColumn('author_id', int, reference('app_user.id'))
    .execute()
  await db.schema.createIndex('customer_note_customer').on('customer_note').columns(['customer_key', 'id']).execute()
}
