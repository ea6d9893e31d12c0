import type { Generated } from 'kysely'

/** At most one row, with id 1. Each text is '' until it is set. */
export interface ShopTable {
  id: Generated<number>
  name: string
  /** Where answers to mails go. */
  reply_to: string
  /** The name of the stored picture. */
  logo_file: string
  terms_url: string
  privacy_url: string
  /** The zone whose days the books have. */
  books_zone: string
}
