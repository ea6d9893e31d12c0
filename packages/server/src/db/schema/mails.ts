import type { MailKind } from '@keydesk/contract'
import type { Bit } from './columns.ts'

/** A kind without a row is on and has its default text. */
export interface MailTemplateTable {
  kind: MailKind
  enabled: Bit
  subject: string
  body: string
}
