import type { DeliveryStatus } from '@keydesk/contract'
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
  /** The secret before the last rotation, and until when it signs, too. */
  previous_secret_sealed: string | null
  previous_secret_until: Moment | null
  /** Since when every attempt failed; null after a success. */
  failing_since: Moment | null
  disabled_reason: string | null
  last_success_at: Moment | null
  last_failure_at: Moment | null
  last_failure: string | null
  created_at: Moment
}

export interface WebhookDeliveryTable {
  id: Generated<number>
  /** No foreign key: an order must not fail because its webhook is deleted at the same moment. What is left over is purged. */
  webhook_id: number
  /** What the receiver gets as `webhook-id`. */
  message_id: string
  event: string
  /** What it is about, such as `order 5`: deliveries of one thing to one webhook keep their order. '' for a test. */
  subject: string
  status: DeliveryStatus
  /** As it is sent; null for a change of stock until its first attempt, which tells the stock as it is then. */
  body: Json | null
  created_at: Moment
  /** It is not sent before this moment. */
  send_after: Moment
  attempts: number
  first_attempt_at: Moment | null
  last_attempt_at: Moment | null
  response_status: number | null
  reason: string | null
  /** What became of it before it was sent again by hand: a list, newest first. */
  earlier: Json | null
}
