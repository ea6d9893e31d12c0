import type { Generated } from 'kysely'
import type { Moment } from './columns.ts'

/** A note that a team member wrote about a customer. */
export interface CustomerNoteTable {
  id: Generated<number>
  /** The email in lower case, as in orders. */
  customer_key: string
  customer_email: string
  text: string
  author_id: number
  author_name: string
  created_at: Moment
}
