import { sql, type RawBuilder } from 'kysely'
import { startsWith } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { NamedRow } from './search.rules.ts'
import type { WordKind } from './words.repo.ts'

/** A thing may match by several of its words, but is shown once. So this many rows are read for each result. */
const wordsPerThing = 6

/** The columns of a result that a kind may lack, and what they are then: all parts of a union have the same columns. */
const blank = { detail: `''`, parent_id: '0', is_active: '0', discount_type: `''`, discount_hundredths: '0' }

/** The tables of each kind, with the columns to show. */
const named: Readonly<Record<WordKind, { readonly columns: Partial<typeof blank> & { name: string }; readonly from: string }>> = {
  product: {
    columns: { name: 'p.name', detail: 'p.game_name' },
    from: `join product as p on p.id = w.thing_id and p.deleted_at is null`,
  },
  variant: {
    columns: { name: `p.name || ' - ' || v.name`, detail: 'cast(v.stock as text)', parent_id: 'v.product_id' },
    from: `join variant as v on v.id = w.thing_id and v.deleted_at is null join product as p on p.id = v.product_id and p.deleted_at is null`,
  },
  coupon: {
    columns: { name: 'c.code', is_active: 'c.is_active', discount_type: 'c.discount_type', discount_hundredths: 'c.discount_hundredths' },
    from: `join coupon as c on c.id = w.thing_id and c.deleted_at is null`,
  },
  announcement: {
    columns: { name: 'a.title' },
    from: `join announcement as a on a.id = w.thing_id and a.deleted_at is null`,
  },
}

/**
 * Things of these kinds whose names contain, for each of the words, a word that begins with it. A thing may occur several times. One query
 * for all kinds.
 * @param words the longest first; not empty
 */
export async function findNamed(db: Db, kinds: readonly WordKind[], words: readonly string[], limit: number): Promise<NamedRow[]> {
  const parts = kinds.map((kind) => byWords(kind, words, limit))
  if (parts.length === 0) return []
  return (await sql<NamedRow>`${sql.join(parts, sql` union all `)}`.execute(db)).rows
}

function byWords(kind: WordKind, [first = '', ...others]: readonly string[], limit: number): RawBuilder<unknown> {
  const { columns, from } = named[kind]
  const shown = Object.entries({ ...blank, ...columns }).map(([name, value]) => `${value} as ${name}`)
  const hasOthers = others.map(
    (word) => sql`and exists (select 1 from search_word as o where o.kind = ${sql.lit(kind)} and o.thing_id = w.thing_id
      and ${startsWith('o.word', word)})`,
  )
  return sql`select * from (select ${sql.lit(kind)} as kind, w.thing_id as id, ${sql.raw(shown.join(', '))}
    from search_word as w ${sql.raw(from)}
    where w.kind = ${sql.lit(kind)} and ${startsWith('w.word', first)} ${sql.join(hasOthers, sql` `)}
    order by w.word, w.thing_id limit ${sql.lit(limit * wordsPerThing)}) as ${sql.raw(`${kind}s`)}`
}
