import type { Generated } from 'kysely'
import type { Bit, Json, Moment } from './columns.ts'

export interface WebhookTable {
  id: Generated<number>
  url: string
  /** A list of `webhookEvents`. */
  events: Json
  active: Bit
  /** Encrypted with a key derived from APP_SECRET. */
  secret_sealed: string
  /** The id of the member who created it. */
  secret_created_by: number | null
  /** The secret before the last rotation, and until when it also signs. */
  previous_secret_sealed: string | null
  previous_secret_until: Moment | null
  /** Since when every attempt has failed; null after a success. */
  failing_since: Moment | null
  disabled_reason: string | null
  last_success_at: Moment | null
  last_failure_at: Moment | null
  last_failure: string | null
  created_at: Moment
}
