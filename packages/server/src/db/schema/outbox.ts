import type { NotificationType, WebhookEvent } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit, Json, Moment } from './columns.ts'

export type ChannelName = 'discord' | 'webhook'
/** What a message is about: a post's type, or what a webhook is sent. */
export type MessageEvent = NotificationType | WebhookEvent | 'webhook.test'

/** All that leaves the house (docs/reference/outbox.md). A row is one message to one target. */
export interface OutboxTable {
  id: Generated<number>
  channel: ChannelName
  /** Where it goes: the id of a channel in Discord ('' for none), or of a webhook. It may be gone: there is no foreign key. */
  target: string
  event: MessageEvent
  /** What it is about, such as `order 5`; '' for nothing in particular. */
  subject: string
  /** Lets the receiver recognise a message that it has already: a nonce for Discord, `webhook-id` for a webhook. */
  idempotency_key: string
  /** What is known from the event alone, or the whole text. Null while it is still to be read, at the first attempt. */
  body: Json | null
  status: 'pending' | 'success' | 'failed' | 'skipped'
  created_at: Moment
  /** Since when it waits: since it was stored, or sent again by a person. In the future if it is scheduled. */
  due_at: Moment
  /** It is not sent before this moment. */
  send_after: Moment
  attempts: number
  first_attempt_at: Moment | null
  last_attempt_at: Moment | null
  /** Set while the outcome of an attempt is not known: the message may have arrived since then. */
  uncertain_since: Moment | null
  /** When it first arrived. */
  sent_at: Moment | null
  /** Why the last attempt failed, or why it is not sent. */
  reason: string | null
  /** Counts the changes of the message, so that what changed while it was sent is sent again. */
  revision: Generated<number>
  /** The message is deleted at its target, or is to be. */
  withdrawn: Generated<Bit>
  /** What the target calls the message. If set, the pending work is an edit of that message, or its deletion. */
  remote_id: string | null
  /** Where a person sees it; null while that is not known. */
  remote_url: string | null
  /** What its channel alone needs. */
  detail: Json | null
}
