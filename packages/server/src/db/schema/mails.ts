import type { MailKind } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit } from './columns.ts'

/** A kind without a row is on and has its default text. */
export interface MailTemplateTable {
  kind: MailKind
  enabled: Bit
  subject: string
  body: string
}

/** At most one row, with id 1. */
export interface MailSettingsTable {
  id: Generated<number>
  /** The name of the sender; '' for that of the server. */
  shop_name: string
  /** '' for the sender. */
  reply_to: string
}
