import type { Selectable } from 'kysely'
import type { ShopTable } from '../../db/schema/shop.ts'
import type { Db } from '../../db/schema.ts'

export type ShopRow = Omit<Selectable<ShopTable>, 'id'>

const unset: ShopRow = { name: '', reply_to: '', logo_file: '', terms_url: '', privacy_url: '', books_zone: '' }
const columns = ['name', 'reply_to', 'logo_file', 'terms_url', 'privacy_url', 'books_zone'] as const

export const readShop = async (db: Db): Promise<ShopRow> =>
  (await db.selectFrom('shop').select(columns).where('id', '=', 1).executeTakeFirst()) ?? unset

/** The row, which until the end of the transaction nobody else changes. */
export const lockShop = (tx: Db): Promise<ShopRow> =>
  tx
    .insertInto('shop')
    .values({ id: 1, ...unset })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({ name: ref('shop.name') })))
    .returning(columns)
    .executeTakeFirstOrThrow()

export async function updateShop(tx: Db, change: Partial<ShopRow>): Promise<void> {
  if (Object.keys(change).length > 0) await tx.updateTable('shop').set(change).where('id', '=', 1).execute()
}
