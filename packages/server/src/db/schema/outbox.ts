import type { MailKind, DiscordMessageType, WebhookEvent } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit, Json, Moment } from './columns.ts'

export type ChannelName = 'discord' | 'webhook' | 'mail'
/** What a message is about: the type of a post, the event of a webhook, or the kind of a mail. */
export type MessageEvent =
  | DiscordMessageType
  | WebhookEvent
  | 'webhook.test'
  | MailKind
  | 'mail.test'
  | 'mail.lost_orders'
  | 'mail.password_reset'

/** All outgoing messages (docs/reference/outbox.md). A row is one message to one target. */
export interface OutboxTable {
  id: Generated<number>
  channel: ChannelName
  /** The id of a channel in Discord ('' for none), or of a webhook; the mail server has no id. There is no foreign key: the target may be deleted. */
  target: string
  event: MessageEvent
  /** The subject, such as `order 5`; '' for none. */
  subject: string
  /** Lets the receiver detect a repeated message: a nonce for Discord, `webhook-id` for a webhook, `Message-ID` for a mail. */
  idempotency_key: string
  /** The whole text, or the part known from the event: the rest is read for each attempt. Null if it is read at the first attempt. */
  body: Json | null
  status: 'pending' | 'success' | 'failed' | 'skipped'
  created_at: Moment
  /** Since when it is waiting: when it was stored, edited, or last sent again by a person. In the future if it is scheduled. */
  due_at: Moment
  /** While it is pending: it is not sent before this moment. */
  send_after: Moment | null
  attempts: number
  /** While it is pending: null before the first attempt. */
  first_attempt_at: Moment | null
  last_attempt_at: Moment | null
  /** Set while the outcome of an attempt is unknown: the message may have arrived since then. */
  uncertain_since: Moment | null
  /** When it first arrived; webhooks do not record it. */
  sent_at: Moment | null
  /** Why the last attempt failed, or why it is not sent. */
  reason: string | null
  /** Counts the changes of the message: a change during a send is sent afterwards. */
  revision: Generated<number>
  /** The message was deleted at its target, or will be. */
  withdrawn: Generated<Bit>
  /** The target's id of the message. If set, the pending work is an edit of that message, or its deletion. */
  remote_id: string | null
  /** Where a person can see it; null while that is not known. */
  remote_url: string | null
  /** Data that only its channel needs. */
  detail: Json | null
  /** When a restore held it: its status is `failed` until an owner sends or drops it (docs/reference/backups.md, Messages). */
  held_at: Generated<Moment | null>
}
