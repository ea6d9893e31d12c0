import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

export interface SoldKey {
  readonly id: number
  readonly value: string
  readonly order_id: number | null
}

/** Keys that customers got since a moment, or that were struck, with an id above `afterId`. */
export async function listSoldSince(db: Db, since: string, afterId: number, limit: number): Promise<SoldKey[]> {
  const { rows } = await sql<SoldKey>`
    select license_key.id, license_key.value, order_item.order_id as order_id
    from license_key
    left join order_item on order_item.id = license_key.order_item_id
    left join orders on orders.id = order_item.order_id
    where license_key.id > ${afterId} and (
      license_key.state = 'struck'
      or license_key.state in ('sold', 'revoked') and (orders.completed_at >= ${since} or exists (
        select 1 from key_replacement where new_key_id = license_key.id and replaced_at >= ${since}
      ))
    )
    order by license_key.id limit ${limit}`.execute(db)
  return rows
}
