import type { ActivityAction, BulkSet, DiscordChannel, DiscordMessageType, Product } from '@keydesk/contract'
import type { ActivityEvent } from '../activity/activity.service.ts'
import type { OutboxRow } from '../outbox/outbox.service.ts'
import { updateContent, type UpdateContent } from './messages.rules.ts'

/** Stored data of a message about several products. Their names are read when it is sent. */
export interface BulkNews {
  readonly bulk_id: number
  readonly ids: readonly number[]
  readonly set: BulkSet
  readonly text: string
  readonly timestamp: string
}

/** Stored data of an alert: the variants that became low in one check. */
export interface AlertNews {
  readonly variant_ids: readonly number[]
}

/** The news in an event, and its subject. Names, texts and prices are read when the message is sent. */
export type News =
  | { readonly type: 'update'; readonly productId: number; readonly content: UpdateContent }
  | { readonly type: 'bulk'; readonly content: BulkNews }
  | { readonly type: 'restock'; readonly variantId: number }
  | { readonly type: 'alert'; readonly variantId: number }
  /** Its post is derived from the stored announcement. */
  | { readonly type: 'announcement' }

/**
 * The message for each recorded event (docs/reference/discord.md, Posts). A bulk change makes at most one message, for
 * `products.announced`, and none for each product. Keys that return from an expired or cancelled order make none: they are not new stock.
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

/** The channel setting for a message. The subject of a test message is its channel. */
export const channelOf = ({ event, subject }: Pick<OutboxRow, 'event' | 'subject'>): DiscordChannel =>
  event === 'test' ? (subject as DiscordChannel) : channels[event as keyof typeof channels]

const channels = {
  ...{ update: 'updates', announcement: 'updates', restock: 'restock', alert: 'alerts' },
} as const satisfies Record<Exclude<DiscordMessageType, 'test'>, DiscordChannel>

/** A filter for the messages of a channel. */
export const messagesFor = (channel: DiscordChannel) => ({
  events: Object.entries(channels).flatMap(([event, other]) => (other === channel ? [event as keyof typeof channels] : [])),
  subject: channel,
})

type Change<T> = { readonly before: T; readonly after: T } | undefined

/** News if a product's update or detection status changed, or an update item was added; one that is restored has been news. */
function updateNews({ subject, changes = {}, isRestore = false, at }: ActivityEvent): News | null {
  const content = updateContent({
    update_status: changes['update_status'] as Change<Product['update_status']>,
    detection_status: changes['detection_status'] as Change<Product['detection_status']>,
    updates: isRestore ? undefined : (changes['updates'] as Change<Product['updates']>),
    at: at.toISOString(),
  })
  return content && { type: 'update', productId: subject.id, content }
}

/** One message about a change of several products. */
function bulkNews({ subject, changes = {}, at }: ActivityEvent): News {
  const change = {
    ids: changes['ids']?.after as number[],
    set: changes['set']?.after as BulkSet,
    text: changes['text']?.after as string,
  }
  return { type: 'bulk', content: { bulk_id: subject.id, ...change, timestamp: at.toISOString() } }
}

/** News if a variant's stock was zero and no longer is, or if its draft flag changed: the projector then checks the stock. */
function restockNews({ subject, changes = {} }: ActivityEvent): News | null {
  const stock = changes['stock'] as Change<number | null>
  const isRestock = 'is_draft' in changes || (stock !== undefined && (stock.before ?? 0) === 0 && (stock.after ?? 0) > 0)
  return isRestock ? { type: 'restock', variantId: subject.id } : null
}

/** Restocks of one product within this time share a message. */
export const joinWindowMs = 60_000
/** A restock of one variant is announced at most once in this time (docs/reference/discord.md, Restock rule). */
export const quietMs = 6 * 3_600_000

/** Stored data of a restock message; more variants may join it. */
export interface RestockNews {
  readonly at: string
  readonly variants: readonly {
    readonly id: number
    /** When it was back in stock, ISO 8601 in UTC. */
    readonly at: string
  }[]
}

/** The variants that these messages announced after a moment, or will announce. */
export function announcedSince(rows: readonly Pick<OutboxRow, 'body' | 'sent_at'>[], since: string): Set<number> {
  const announced = new Set<number>()
  for (const row of rows) {
    for (const { id, at } of (bodyOf(row) as RestockNews).variants) {
      if (at > since || (row.sent_at !== null && row.sent_at > since)) announced.add(id)
    }
  }
  return announced
}

/** The stored data of a message. Posts always have a body; webhook deliveries have none at first. */
export const bodyOf = ({ body }: Pick<OutboxRow, 'body'>): unknown => JSON.parse(body ?? 'null')
