import { randomBytes } from 'node:crypto'
import { embedLimits, type DiscordMessageType } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { ActivityEvent } from '../activity/activity.service.ts'
import { findAnnouncement, lockPostOf, stepAfter, type PostStep } from '../announcements/announcements.service.ts'
import * as outbox from '../outbox/outbox.service.ts'
import { findListing } from '../products/products.service.ts'
import { requireLiveVariant } from '../variants/variants.service.ts'
import { lockRestocks, readBot } from './bot.repo.ts'
import {
  announcedSince,
  channelOf,
  discordMessages,
  joinWindowMs,
  quietMs,
  bodyOf,
  type AlertNews,
  type BulkNews,
  type RestockNews,
} from './news.rules.ts'

/**
 * Stores the message of an event, if any, in the outbox (docs/reference/discord.md, Posts). Stores nothing if notifications are disabled,
 * no channel is set, or the product is unlisted; announcements have rules of their own.
 * @param tx the transaction of the event
 */
export async function projectToDiscord(tx: Db, event: ActivityEvent): Promise<void> {
  const news = discordMessages[event.action]?.(event) ?? null
  if (news === null) return
  if (news.type === 'announcement') return projectAnnouncement(tx, event)
  const { notifications_enabled, ...bot } = await readBot(tx)
  const type = news.type === 'bulk' ? 'update' : news.type
  const target = bot[`${channelOf({ event: type, subject: '' })}_channel_id`]
  if (notifications_enabled === 0 || target === '') return
  const note = { event: type, target, at: event.at }
  if (news.type === 'restock') return storeRestock(tx, note, news.variantId)
  if (news.type === 'alert') return storeAlert(tx, note, news.variantId)
  if (news.type === 'bulk') return storeBulk(tx, note, news.content)
  if (await isListed(tx, news.productId))
    await storePost(tx, { ...note, body: news.content, subject: outbox.subjectOf('product', news.productId) })
}

async function storeBulk(tx: Db, note: Note, content: BulkNews): Promise<void> {
  for (const id of content.ids) {
    // One listed product is enough: the list is read again when the message is sent.
    if (await isListed(tx, id)) return void (await storePost(tx, { ...note, body: content, subject: '' }))
  }
}

/** Alerts from one check of the stock have the same time, and share one post. */
async function storeAlert(tx: Db, note: Note, variantId: number): Promise<void> {
  const { product_id } = await requireLiveVariant(tx, variantId)
  if (!(await isListed(tx, product_id))) return
  const subject = outbox.subjectOf('product', product_id)
  const row = await outbox.lockWaitingOf(tx, { channel: 'discord', ...note, created_at: note.at.toISOString() })
  if (row === undefined) {
    await storePost(tx, { ...note, body: { variant_ids: [variantId] } satisfies AlertNews, subject })
    return
  }
  const body: AlertNews = { variant_ids: [...(bodyOf(row) as AlertNews).variant_ids, variantId] }
  // A message about several products has no subject.
  const change = { body: JSON.stringify(body), revision: row.revision + 1, subject: row.subject === subject ? subject : '' }
  await outbox.updateMessage(tx, row.id, change)
}

async function storeRestock(tx: Db, note: Note, variantId: number): Promise<void> {
  const { product_id, stock, is_draft } = await requireLiveVariant(tx, variantId)
  if (stock === 0 || is_draft === 1 || !(await isListed(tx, product_id))) return
  const since = before(note.at, quietMs)
  await lockRestocks(tx, product_id)
  const recent = await listRestocks(tx, product_id, since)
  if (announcedSince(recent, since).has(variantId)) return
  const at = note.at.toISOString()
  const joined = recent[0] !== undefined && recent[0].created_at > before(note.at, joinWindowMs)
  if (joined && (await joinRestock(tx, recent[0]!.id, { id: variantId, at }))) return
  await storePost(tx, {
    ...note,
    body: { at, variants: [{ id: variantId, at }] } satisfies RestockNews,
    subject: outbox.subjectOf('product', product_id),
  })
}

/** Adds a variant to a message; one that is posted will be edited. False if the message is full, or was given up in the meantime. */
async function joinRestock(tx: Db, id: number, variant: RestockNews['variants'][number]): Promise<boolean> {
  const row = await outbox.findMessage(tx, 'discord', id, { lock: true })
  if (row?.status !== 'pending' && row?.status !== 'success') return false
  const news = bodyOf(row) as RestockNews
  if (news.variants.length >= embedLimits.fields) return false
  const body = JSON.stringify({ ...news, variants: [...news.variants, variant] } satisfies RestockNews)
  const again = row.status === 'success' ? { status: 'pending' as const, send_after: variant.at } : {}
  await outbox.updateMessage(tx, id, { body, revision: row.revision + 1, ...again })
  return true
}

/** Restock messages of a product stored or posted after a moment and not given up, newest first. */
export const listRestocks = (tx: Db, productId: number, since: string): Promise<outbox.OutboxRow[]> =>
  outbox.listRecentAbout(tx, { channel: 'discord', event: 'restock' }, outbox.subjectOf('product', productId), since)

/** Creates, reschedules, edits or deletes the post of an announcement. Unlike other posts it can be scheduled. */
async function projectAnnouncement(tx: Db, event: ActivityEvent): Promise<void> {
  const { id } = event.subject
  const post = await lockPostOf(tx, id)
  // A deleted announcement must not be posted.
  const stored = (await findAnnouncement(tx, id)) ?? { publish_at: null, post_to_discord: 0 }
  const step = stepAfter(event, stored, post)
  if (step.is === 'nothing') return
  if (step.is === 'store') return storeAnnouncement(tx, id, event.at, step.due)
  if (post === undefined) return
  // It goes to the channel that is set now, as a new one would.
  const moved = step.is === 'move' ? inChannel(post, (await readBot(tx)).updates_channel_id) : {}
  await outbox.updateMessage(tx, post.id, { ...changeFor(step, post, event.at), ...moved })
}

/** If notifications are disabled or no channel is set, only a scheduled post is stored: the settings are checked again at its time. */
async function storeAnnouncement(tx: Db, id: number, at: Date, due: string): Promise<void> {
  const { notifications_enabled, updates_channel_id: target } = await readBot(tx)
  const isForNow = due <= at.toISOString()
  if (isForNow && (notifications_enabled === 0 || target === '')) return
  await storePost(tx, { event: 'announcement', target, at, due, body: { timestamp: due }, subject: outbox.subjectOf('announcement', id) })
}

/** Moves a message to a channel. A post that may be in the old channel cannot be found in the new one. */
export const inChannel = (row: outbox.OutboxRow, target: string): outbox.OutboxChange =>
  target === row.target ? {} : { target, uncertain_since: null }

function changeFor(step: Exclude<PostStep, { is: 'nothing' | 'store' }>, row: outbox.OutboxRow, at: Date): outbox.OutboxChange {
  if (step.is === 'cancel') return { status: 'skipped', due_at: at.toISOString(), reason: step.reason }
  if (step.is === 'move') {
    return { ...outbox.afresh(at), due_at: step.due, send_after: step.due, body: JSON.stringify({ timestamp: step.due }) }
  }
  // A waiting message keeps its place in the queue, and the pause that Discord asked for.
  const again = row.status === 'pending' ? {} : outbox.afresh(at)
  return { ...again, revision: row.revision + 1, ...(step.is === 'delete' && { withdrawn: 1 }) }
}

interface Note {
  readonly event: DiscordMessageType
  /** The channel's id in Discord. */
  readonly target: string
  readonly at: Date
}

/** Posts are sent in order within a channel. */
export const queue = { name: 'discord', order: 'target' } as const

/** Stores a post; it is sent after the commit. */
export const storePost = (tx: Db, note: Note & Pick<outbox.NewMessage, 'subject' | 'body' | 'due'>): Promise<outbox.OutboxRow> =>
  // Discord accepts a nonce of up to 25 characters.
  outbox.storeMessage(tx, queue, { ...note, idempotencyKey: randomBytes(15).toString('base64url') })

const isListed = async (tx: Db, productId: number): Promise<boolean> => (await findListing(tx, productId))?.isUnlisted === false

const before = (at: Date, ms: number): string => new Date(at.getTime() - ms).toISOString()
