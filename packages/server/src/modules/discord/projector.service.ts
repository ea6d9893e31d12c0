import type { Db } from '../../db/schema.ts'
import type { ActivityEvent } from '../activity/activity.service.ts'
import { findListing } from '../products/products.service.ts'
import { requireLiveVariant } from '../variants/variants.service.ts'
import { projectAnnouncement } from './announcement-news.service.ts'
import * as bots from './bot.repo.ts'
import { discordMessages, placeOf, variantsOfAlert, type AlertNews, type BulkNews } from './news.rules.ts'
import * as repo from './outbox.repo.ts'
import { announcedSince, joinWindowMs, quietMs, type RestockNews } from './restocks.rules.ts'
import { store, type Note } from './storing.service.ts'

/**
 * Puts the message of an event, if any, in the outbox (docs/reference/discord.md, Posts). Nothing is stored while notifications are
 * disabled, without a channel, and about unlisted products.
 * @param tx the transaction of the event
 */
export async function projectToDiscord(tx: Db, event: ActivityEvent): Promise<void> {
  if (event.subject.kind === 'announcement') return projectAnnouncement(tx, event)
  const news = discordMessages[event.action]?.(event) ?? null
  if (news === null) return
  const { notifications_enabled, ...bot } = await bots.readBot(tx)
  const { type, channel } = placeOf[news.type]
  const channelId = bot[`${channel}_channel_id`]
  if (notifications_enabled === 0 || channelId === '') return
  const note = { type, channel, channelId, at: event.at }
  if (news.type === 'restock') return storeRestock(tx, note, news.variantId)
  if (news.type === 'alert') return storeAlert(tx, note, news.variantId)
  if (news.type === 'bulk') return storeBulk(tx, note, news.content)
  if (await isListed(tx, news.productId)) await store(tx, { ...note, message: news.content, subjectId: news.productId })
}

async function storeBulk(tx: Db, note: Note, content: BulkNews): Promise<void> {
  for (const id of content.ids) {
    // One that is listed is enough: which they are is looked at again when it is sent.
    if (await isListed(tx, id)) return void (await store(tx, { ...note, message: content, subjectId: null }))
  }
}

/** What one look at the stock finds has one moment, and is one post. */
async function storeAlert(tx: Db, note: Note, variantId: number): Promise<void> {
  const { product_id } = await requireLiveVariant(tx, variantId)
  if (!(await isListed(tx, product_id))) return
  const row = await repo.findAlertOf(tx, note.channelId, note.at.toISOString())
  if (row === undefined) {
    await store(tx, { ...note, message: { variant_ids: [variantId] } satisfies AlertNews, subjectId: product_id })
    return
  }
  const variant_ids = [...variantsOfAlert(JSON.parse(row.message) as AlertNews), variantId]
  const change = { message: JSON.stringify({ variant_ids } satisfies AlertNews), revision: row.revision + 1 }
  // Of several products it is about none.
  await repo.updateNotification(tx, row.id, { ...change, subject_id: row.subject_id === product_id ? product_id : null })
}

async function storeRestock(tx: Db, note: Note, variantId: number): Promise<void> {
  const { product_id, stock, is_draft } = await requireLiveVariant(tx, variantId)
  if (stock === 0 || is_draft === 1 || !(await isListed(tx, product_id))) return
  const since = before(note.at, quietMs)
  await repo.lockRestocks(tx, product_id)
  const recent = await repo.listRestocks(tx, product_id, since)
  if (announcedSince(recent, since).has(variantId)) return
  const at = note.at.toISOString()
  const joined = recent[0] !== undefined && recent[0].created_at > before(note.at, joinWindowMs)
  if (joined && (await joinRestock(tx, recent[0]!.id, { id: variantId, at }))) return
  await store(tx, { ...note, message: { at, variants: [{ id: variantId, at }] } satisfies RestockNews, subjectId: product_id })
}

/** Adds news to the message; one that is posted already is edited. False if it was given up meanwhile. */
async function joinRestock(tx: Db, id: number, variant: { id: number; at: string }): Promise<boolean> {
  const row = await repo.findNotification(tx, id, { lock: true })
  if (row?.status !== 'pending' && row?.status !== 'success') return false
  const news = JSON.parse(row.message) as RestockNews
  const message = JSON.stringify({ ...news, variants: [...news.variants, variant] } satisfies RestockNews)
  const again = row.status === 'success' ? { status: 'pending' as const, send_after: variant.at } : {}
  await repo.updateNotification(tx, id, { message, revision: row.revision + 1, ...again })
  return true
}

const isListed = async (tx: Db, productId: number): Promise<boolean> => (await findListing(tx, productId))?.isUnlisted === false

const before = (at: Date, ms: number): string => new Date(at.getTime() - ms).toISOString()
