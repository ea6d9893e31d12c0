import { sql } from 'kysely'
import { chunksOf } from '../../breathe.ts'
import { idRows, takeTurns, textRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { SearchWordTable } from '../../db/schema/search.ts'
import { wordsOf } from './search.rules.ts'

export type WordKind = SearchWordTable['kind']

/** Changes of the names of a product and its variants wait for one another: each writes the words of both. */
export const lockWordsOf = (tx: Db, productId: number): Promise<void> => takeTurns(tx, `words of product ${productId}`)

/** Replaces the words of a thing. */
export async function setWords(tx: Db, kind: WordKind, id: number, name: string): Promise<void> {
  await tx.deleteFrom('search_word').where('kind', '=', kind).where('thing_id', '=', id).execute()
  const words = wordsOf(name)
  if (words.length === 0) return
  await sql`insert into search_word (kind, thing_id, word)
    select ${sql.lit(kind)}, ${sql.lit(id)}, listed.value from ${textRows(tx, words)} as listed`.execute(tx)
}

/** Stores the words of new things. */
export async function addWords(tx: Db, kind: WordKind, things: readonly { readonly id: number; readonly name: string }[]): Promise<void> {
  const rows = things.flatMap(({ id, name }) => wordsOf(name).map((word) => ({ kind, thing_id: id, word })))
  for (const some of chunksOf(rows)) await tx.insertInto('search_word').values(some).execute()
}

export async function removeWords(tx: Db, kind: WordKind, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('search_word').where('kind', '=', kind).where('thing_id', 'in', idRows(tx, ids)).execute()
}
