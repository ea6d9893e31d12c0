import type { NotificationType, Product } from '@keydesk/contract'
import type { Happening } from '../activity/activity.service.ts'
import { updateContent, type UpdateContent } from './messages.rules.ts'

/** The news of an event and its subject. Names, texts and prices are read when it is sent. */
export type News =
  | { readonly type: 'update'; readonly productId: number; readonly content: UpdateContent }
  | { readonly type: 'restock'; readonly variantId: number }
  | { readonly type: 'announcement'; readonly announcementId: number }

/**
 * Which recorded event makes which message (docs/reference/discord.md, Posts). Keys that come back from an expired or cancelled order make
 * none: they are not new stock.
 */
export const discordMessages: Readonly<Record<string, (event: Happening) => News | null>> = {
  'product.updated': updateNews,
  'variant.created': restockNews,
  'variant.updated': restockNews,
  'announcement.created': ({ subject }) => ({ type: 'announcement', announcementId: subject.id }),
}

/** Which of the two channels a message is for. */
export const channelOf = { update: 'updates', restock: 'restock', announcement: 'updates' } as const satisfies Record<
  Exclude<NotificationType, 'test'>,
  string
>

type Change<T> = { readonly before: T; readonly after: T } | undefined

/** A product's update or detection status changed, or an update item was added. */
function updateNews({ subject, changes = {}, at }: Happening): News | null {
  const content = updateContent({
    update_status: changes['update_status'] as Change<Product['update_status']>,
    detection_status: changes['detection_status'] as Change<Product['detection_status']>,
    updates: changes['updates'] as Change<Product['updates']>,
    at: at.toISOString(),
  })
  return content && { type: 'update', productId: subject.id, content }
}

/** A variant had nothing available, and now has. */
function restockNews({ subject, changes = {} }: Happening): News | null {
  const stock = changes['stock'] as Change<number | null>
  const isRestock = stock !== undefined && (stock.before ?? 0) === 0 && (stock.after ?? 0) > 0
  return isRestock ? { type: 'restock', variantId: subject.id } : null
}
