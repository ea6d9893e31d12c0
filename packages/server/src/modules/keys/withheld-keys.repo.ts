import { sql } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { Removal } from './removed-keys.repo.ts'

/** A literal, as in the partial index of these keys. */
const withheld = sql.lit('withheld' as const)

export interface WithheldCount {
  readonly variant_id: number
  readonly import_id: number | null
  readonly keys: number
}

export const countWithheld = (db: Db): Promise<WithheldCount[]> =>
  db
    .selectFrom('license_key')
    .select(({ fn }) => ['variant_id', 'import_id', fn.countAll<number>().as('keys')])
    .where('state', '=', withheld)
    .groupBy(['variant_id', 'import_id'])
    .orderBy('variant_id')
    .orderBy('import_id')
    .execute()

export interface WithheldKey {
  readonly id: number
  readonly value: string
  readonly import_id: number | null
}

/** Withheld keys of a variant with an id above `afterId`, oldest first. */
export const pageWithheld = (tx: Db, variantId: number, afterId: number, limit: number): Promise<WithheldKey[]> =>
  tx
    .selectFrom('license_key')
    .select(['id', 'value', 'import_id'])
    .where('variant_id', '=', variantId)
    .where('state', '=', withheld)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** @param change the number of the change of the variant's stock */
export async function releaseWithheld(tx: Db, ids: readonly number[], change: number): Promise<void> {
  await tx.updateTable('license_key').set({ state: 'available', available_since: change }).where('id', 'in', idRows(tx, ids)).execute()
}

export async function removeWithheld(tx: Db, ids: readonly number[], removal: Removal): Promise<void> {
  await tx
    .updateTable('license_key')
    .set({ state: 'removed', ...removal })
    .where('id', 'in', idRows(tx, ids))
    .execute()
}

export async function strikeWithheld(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.updateTable('license_key').set({ state: 'struck' }).where('id', 'in', idRows(tx, ids)).execute()
}
