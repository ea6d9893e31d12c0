import type { ActivityAction, BulkSet, DiscordChannel, NotificationType, Product } from '@keydesk/contract'
import type { ActivityEvent } from '../activity/activity.service.ts'
import type { OutboxRow } from '../outbox/outbox.service.ts'
import { updateContent, type UpdateContent } from './messages.rules.ts'

/** What is stored of a message about several products. Their names are read when it is sent. */
export interface BulkNews {
  readonly bulk_id: number
  readonly ids: readonly number[]
  readonly set: BulkSet
  readonly text: string
  readonly timestamp: string
}

/** What is stored of an alert: the variants that became low at once. */
export interface AlertNews {
  readonly variant_ids: readonly number[]
}

/** What an event has to say, and about what. Names, texts and prices are read when it is sent. */
export type News =
  | { readonly type: 'update'; readonly productId: number; readonly content: UpdateContent }
  | { readonly type: 'bulk'; readonly content: BulkNews }
  | { readonly type: 'restock'; readonly variantId: number }
  | { readonly type: 'alert'; readonly variantId: number }
  /** Its post follows from what is stored of it. */
  | { readonly type: 'announcement' }

/**
 * Which recorded event makes which message (docs/reference/discord.md, Posts). What one action changed of several products is said by its
 * own message alone, if there is one. Keys that come back from an order that expired or was cancelled make none: nothing new came in.
 */
export const discordMessages: Readonly<Partial<Record<ActivityAction, (event: ActivityEvent) => News | null>>> = {
  'product.updated': updateNews,
  'products.announced': bulkNews,
  'variant.created': restockNews,
  'variant.updated': restockNews,
  'variant.ran_low': ({ subject }) => ({ type: 'alert', variantId: subject.id }),
  'announcement.created': () => ({ type: 'announcement' }),
  'announcement.updated': () => ({ type: 'announcement' }),
  'announcement.deleted': () => ({ type: 'announcement' }),
}

/** For which of the channels a message is. A test is about its channel. */
export const channelOf = ({ event, subject }: Pick<OutboxRow, 'event' | 'subject'>): DiscordChannel =>
  event === 'test' ? (subject as DiscordChannel) : channels[event as keyof typeof channels]

const channels = {
  ...{ update: 'updates', announcement: 'updates', restock: 'restock', alert: 'alerts' },
} as const satisfies Record<Exclude<NotificationType, 'test'>, DiscordChannel>

/** The messages that are for a channel. */
export const messagesFor = (channel: DiscordChannel) => ({
  events: Object.entries(channels).flatMap(([event, other]) => (other === channel ? [event as keyof typeof channels] : [])),
  subject: channel,
})

export const productSubject = (id: number): string => `product ${id}`
/** The id of what a message is about; 0 if it has none. */
export const idOf = ({ subject }: Pick<OutboxRow, 'subject'>): number => Number(subject.split(' ')[1] ?? 0)

type Change<T> = { readonly before: T; readonly after: T } | undefined

/** A product's update or detection status changed, or an update item was added. */
function updateNews({ subject, changes = {}, at }: ActivityEvent): News | null {
  const content = updateContent({
    update_status: changes['update_status'] as Change<Product['update_status']>,
    detection_status: changes['detection_status'] as Change<Product['detection_status']>,
    updates: changes['updates'] as Change<Product['updates']>,
    at: at.toISOString(),
  })
  return content && { type: 'update', productId: subject.id, content }
}

/** One message about a change of several products. */
function bulkNews({ subject, changes = {}, at }: ActivityEvent): News {
  const said = {
    ids: changes['ids']?.after as number[],
    set: changes['set']?.after as BulkSet,
    text: changes['text']?.after as string,
  }
  return { type: 'bulk', content: { bulk_id: subject.id, ...said, timestamp: at.toISOString() } }
}

/** A variant had nothing available, and now has; or it was a draft, and whether it has is looked at then. */
function restockNews({ subject, changes = {} }: ActivityEvent): News | null {
  const stock = changes['stock'] as Change<number | null>
  const isRestock = 'is_draft' in changes || (stock !== undefined && (stock.before ?? 0) === 0 && (stock.after ?? 0) > 0)
  return isRestock ? { type: 'restock', variantId: subject.id } : null
}

/** Several imports of one product within this time make one message. */
export const joinWindowMs = 60_000
/** A restock of one variant is announced at most once in this time (docs/reference/discord.md, Restock rule). */
export const quietMs = 6 * 3_600_000

/** The stored data of a restock message; more variants may join it. */
export interface RestockNews {
  readonly at: string
  readonly variants: readonly {
    readonly id: number
    /** When it came back, ISO 8601 in UTC. */
    readonly at: string
  }[]
}

/** The variants that messages have announced since a moment, or are about to announce. */
export function announcedSince(rows: readonly Pick<OutboxRow, 'body' | 'sent_at'>[], since: string): Set<number> {
  const announced = new Set<number>()
  for (const row of rows) {
    for (const { id, at } of (bodyOf(row) as RestockNews).variants) {
      if (at > since || (row.sent_at !== null && row.sent_at > since)) announced.add(id)
    }
  }
  return announced
}

/** What was stored of a message. Only deliveries of webhooks have no body at first. */
export const bodyOf = ({ body }: Pick<OutboxRow, 'body'>): unknown => JSON.parse(body ?? 'null')
