import { sql } from 'kysely'
import { textRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { SearchWordTable } from '../../db/schema/search.ts'
import { wordsOf } from './search.rules.ts'

export type WordKind = SearchWordTable['kind']

/** What a product or variant is found by; undefined if it is gone. A variant is found by the name of its product, too. */
export async function findName(db: Db, kind: 'product' | 'variant', id: number): Promise<string | undefined> {
  if (kind === 'product') return (await db.selectFrom('product').select('name').where('id', '=', id).executeTakeFirst())?.name
  const row = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.name', 'product.name as product_name'])
    .where('variant.id', '=', id)
    .executeTakeFirst()
  return row && `${row.name} ${row.product_name}`
}

export async function listVariantIds(db: Db, productId: number): Promise<number[]> {
  const rows = await db.selectFrom('variant').select('id').where('product_id', '=', productId).execute()
  return rows.map((row) => row.id)
}

/** The words of a search, the longest first: it is the one that fewest names have. */
export const wordsToFind = (text: string): string[] => wordsOf(text).toSorted((one, other) => other.length - one.length)

/** Makes these the words of a thing. */
export async function setWords(tx: Db, kind: WordKind, id: number, name: string): Promise<void> {
  await tx.deleteFrom('search_word').where('kind', '=', kind).where('thing_id', '=', id).execute()
  const words = wordsOf(name)
  if (words.length === 0) return
  await sql`insert into search_word (kind, thing_id, word)
    select ${sql.lit(kind)}, ${sql.lit(id)}, listed.value from ${textRows(tx, words)} as listed`.execute(tx)
}
