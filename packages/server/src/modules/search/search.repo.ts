import { sql, type RawBuilder } from 'kysely'
import { startsWith } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { NamedRow } from './search.rules.ts'
import type { WordKind } from './words.repo.ts'

/** A thing may match by several of its words, but is shown once. So this many rows are read for each result. */
const wordsPerThing = 6

/** The tables of each kind, with the columns to show. */
const named: Readonly<Record<WordKind, { readonly columns: string; readonly from: string }>> = {
  product: {
    columns: `p.name, p.game_name as detail, 0 as parent_id`,
    from: `join product as p on p.id = w.thing_id and p.deleted_at is null`,
  },
  variant: {
    columns: `p.name || ' - ' || v.name as name, cast(v.stock as text) as detail, v.product_id as parent_id`,
    from: `join variant as v on v.id = w.thing_id and v.deleted_at is null join product as p on p.id = v.product_id and p.deleted_at is null`,
  },
  coupon: {
    columns: `c.code as name, c.discount_type || ' ' || cast(c.discount_hundredths as text) as detail, c.is_active as parent_id`,
    from: `join coupon as c on c.id = w.thing_id and c.deleted_at is null`,
  },
  announcement: {
    columns: `a.title as name, '' as detail, 0 as parent_id`,
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
  const hasOthers = others.map(
    (word) => sql`and exists (select 1 from search_word as o where o.kind = ${sql.lit(kind)} and o.thing_id = w.thing_id
      and ${startsWith('o.word', word)})`,
  )
  return sql`select * from (select ${sql.lit(kind)} as kind, w.thing_id as id, ${sql.raw(columns)}
    from search_word as w ${sql.raw(from)}
    where w.kind = ${sql.lit(kind)} and ${startsWith('w.word', first)} ${sql.join(hasOthers, sql` `)}
    order by w.word, w.thing_id limit ${sql.lit(limit * wordsPerThing)}) as ${sql.raw(`${kind}s`)}`
}
