import { randomBytes } from 'node:crypto'
import type { NotificationType } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { listMediaOf } from '../media/media.service.ts'
import { findListing } from '../products/product-lookup.service.ts'
import * as bots from './bot.repo.ts'
import {
  announcementMessage,
  updateMessage,
  type AboutProduct,
  type RestockedVariant,
  type RestockNews,
  type UpdateNews,
} from './messages.rules.ts'
import * as repo from './outbox.repo.ts'

/**
 * The outbox (design section 5): what is to be posted is stored in the transaction of the change that it is about. While notifications
 * are disabled, where no channel is chosen, and about unlisted products nothing is stored.
 */

/** Several imports of one product within this time make one message. */
const restockWindowMs = 60_000

/** A product's update or detection status changed, or an update item was added. */
export async function announceUpdate(
  tx: Db,
  deps: Deps,
  productId: number,
  { before, after }: Pick<UpdateNews, 'before' | 'after'>,
): Promise<void> {
  const at = deps.now().toISOString()
  // Whether there is anything to say costs nothing to know.
  if (updateMessage({ product: nobody, before, after, at }) === null) return
  const channelId = await channelFor(tx, 'updates_channel_id')
  const product = channelId === null ? null : await describeProduct(tx, deps, productId)
  if (channelId === null || product === null) return
  await store(tx, deps, { type: 'update', channelId, message: updateMessage({ product, before, after, at }), subjectId: productId })
}

/** Variants of a product had nothing available, and now have. */
export async function announceRestock(tx: Db, deps: Deps, productId: number, restocked: readonly RestockedVariant[]): Promise<void> {
  // Only what the message says: a variant's row holds more.
  const variants = restocked.map(({ id, name, price_cents }) => ({ id, name, price_cents }))
  const channelId = variants.length === 0 ? null : await channelFor(tx, 'restock_channel_id')
  const product = channelId === null ? null : await describeProduct(tx, deps, productId)
  if (channelId === null || product === null) return
  const at = deps.now()
  await repo.lockRestocks(tx, productId)
  const recent = await repo.findRecentRestock(tx, productId, new Date(at.getTime() - restockWindowMs).toISOString())
  if (recent !== undefined && recent.status !== 'failed') return joinRestock(tx, deps, recent, variants)
  const news: RestockNews = { product, variants, at: at.toISOString() }
  await store(tx, deps, { type: 'restock', channelId, message: news, subjectId: productId })
}

export async function announceAnnouncement(
  tx: Db,
  deps: Deps,
  announcement: { id: number; title: string; content: string },
): Promise<void> {
  const channelId = await channelFor(tx, 'updates_channel_id')
  if (channelId === null) return
  const message = announcementMessage(announcement.title, announcement.content, deps.now().toISOString())
  await store(tx, deps, { type: 'announcement', channelId, message, subjectId: announcement.id })
}

interface Note {
  readonly type: NotificationType
  readonly channelId: string
  readonly message: object | null
  readonly subjectId: number | null
}

/** Puts a notification in the outbox; it is sent once the transaction is through. */
export async function store(tx: Db, deps: Deps, { type, channelId, message, subjectId }: Note): Promise<repo.NotificationRow> {
  const moment = deps.now().toISOString()
  return repo.insertNotification(tx, {
    ...{ type, channel_id: channelId, message: JSON.stringify(message), subject_id: subjectId, status: 'pending' as const },
    // The service takes up to 25 characters.
    ...{ nonce: randomBytes(15).toString('base64url'), created_at: moment, send_after: moment, attempts: 0, revision: 0 },
  })
}

/** What is new joins the message: one that was posted already is edited. */
async function joinRestock(tx: Db, deps: Deps, { id }: repo.NotificationRow, variants: readonly RestockedVariant[]): Promise<void> {
  const row = await repo.findNotification(tx, id, { lock: true })
  if (row === undefined) return
  const news = JSON.parse(row.message) as RestockNews
  const joining = variants.filter((variant) => !news.variants.some((known) => known.id === variant.id))
  if (joining.length === 0) return
  const message = JSON.stringify({ ...news, variants: [...news.variants, ...joining] } satisfies RestockNews)
  const again = row.status === 'success' ? { status: 'pending' as const, send_after: deps.now().toISOString() } : {}
  await repo.updateNotification(tx, id, { message, revision: row.revision + 1, ...again })
}

async function channelFor(tx: Db, name: 'updates_channel_id' | 'restock_channel_id'): Promise<string | null> {
  const bot = await bots.readBot(tx)
  return bot.notifications_enabled === 1 && bot[name] !== '' ? bot[name] : null
}

/** Null for what strangers may not see. */
async function describeProduct(tx: Db, deps: Deps, id: number): Promise<AboutProduct | null> {
  const listing = await findListing(tx, id)
  if (listing === undefined || listing.isUnlisted) return null
  const { thumbnail = '' } = (await listMediaOf(deps, tx, [id])).get(id) ?? {}
  return { id, name: listing.name, thumbnail, link: `${deps.publicUrl()}/products/${id}` }
}

const nobody: AboutProduct = { id: 0, name: '', thumbnail: '', link: '' }
