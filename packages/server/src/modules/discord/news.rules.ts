import type { ActivityAction, BulkSet, DiscordChannel, NotificationType, Product } from '@keydesk/contract'
import type { ActivityEvent } from '../activity/activity.service.ts'
import { updateContent, type UpdateContent } from './messages.rules.ts'

/** What is stored of a message about several products. Their names are read when it is sent. */
export interface BulkNews {
  readonly bulk_id: number
  readonly ids: readonly number[]
  readonly set: BulkSet
  readonly text: string
  readonly timestamp: string
}

/** What is stored of an alert: the variants that became low at once. Rows from older versions name one. */
export interface AlertNews {
  readonly variant_ids?: readonly number[]
  readonly variant_id?: number
}

export const variantsOfAlert = ({ variant_ids, variant_id }: AlertNews): readonly number[] =>
  variant_ids ?? (variant_id === undefined ? [] : [variant_id])

/** What an event has to say, and of what. Names, texts and prices are read when it is sent. */
export type News =
  | { readonly type: 'update'; readonly productId: number; readonly content: UpdateContent }
  | { readonly type: 'bulk'; readonly content: BulkNews }
  | { readonly type: 'restock'; readonly variantId: number }
  | { readonly type: 'alert'; readonly variantId: number }

/**
 * Which recorded event makes which message (docs/reference/discord.md, Posts). What one action changed of several products is told by its
 * announcement alone, if there is one. Keys that come back from an order that expired or was
 * cancelled make none: nothing new came in. Announcements are in announcement-news.rules.ts.
 */
export const discordMessages: Readonly<Partial<Record<ActivityAction, (event: ActivityEvent) => News | null>>> = {
  'product.updated': updateNews,
  'products.announced': bulkNews,
  'variant.created': restockNews,
  'variant.updated': restockNews,
  'variant.ran_low': ({ subject }) => ({ type: 'alert', variantId: subject.id }),
}

/** As what a message stands in the log, and which of the channels it is for. */
export const placeOf = {
  update: { type: 'update', channel: 'updates' },
  bulk: { type: 'update', channel: 'updates' },
  restock: { type: 'restock', channel: 'restock' },
  alert: { type: 'alert', channel: 'alerts' },
} as const satisfies Record<News['type'], { type: NotificationType; channel: DiscordChannel }>

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

/** One announcement of what an action changed of several products. */
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
