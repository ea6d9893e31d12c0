import type { RunwayRow } from '@keydesk/contract'
import type { BotMessage } from '@keydesk/contract/bot-port'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { findAnnouncement } from '../announcements/announcements.service.ts'
import { countReservedKeys } from '../keys/removed-keys.service.ts'
import { listMediaOf } from '../media/media.service.ts'
import { subjectIdOf, type OutboxRow } from '../outbox/outbox.service.ts'
import { findListing, listNamesOfListed } from '../products/products.service.ts'
import { wasUndone } from '../catalogue/bulk-changes.service.ts'
import { findRunway } from '../stock/runway.service.ts'
import { listVariantsOf } from '../variants/variants.service.ts'
import type { BotRow } from './bot.repo.ts'
import {
  alertMessage,
  announcementMessage,
  restockMessage,
  severalAlertMessage,
  severalMessage,
  testMessage,
  updateMessage,
  type AboutProduct,
  type UpdateContent,
} from './messages.rules.ts'
import { announcedSince, channelOf, quietMs, bodyOf, type AlertNews, type BulkNews, type RestockNews } from './news.rules.ts'
import { listRestocks } from './projector.service.ts'

/** After this time a message is no longer news (docs/reference/discord.md, Checks before sending). */
const newsMs = 24 * 3_600_000

export type Rechecked =
  /** `body` is what is stored of it from now on, if that changes. */
  | { readonly is: 'post'; readonly message: BotMessage; readonly body?: string }
  /** The message should not be posted. */
  | { readonly is: 'skip'; readonly reason: string }

/** Reads a message's subject again right before it is sent. Returns the current message, or why it is not posted. */
export async function recheck(deps: Deps, tx: Db, row: OutboxRow, bot: BotRow): Promise<Rechecked> {
  const reason = reasonNotToPost(row, bot, deps.now())
  if (reason !== null) return skip(reason)
  if (row.event === 'test') return post(testMessage((bodyOf(row) as Timed).timestamp))
  if (row.event === 'announcement') {
    const announcement = await findAnnouncement(tx, subjectIdOf(row))
    if (announcement === undefined) return skip('The announcement was deleted')
    return post(announcementMessage(announcement, (bodyOf(row) as Timed).timestamp))
  }
  if (row.event === 'alert') return recheckAlert(deps, tx, row, bot.product_url)
  if (row.event === 'update' && row.subject === '') return recheckSeveral(tx, bodyOf(row) as BulkNews)
  const product = await describeProduct(deps, tx, subjectIdOf(row), bot.product_url)
  if ('is' in product) return product
  if (row.event === 'update') return post(updateMessage(product, bodyOf(row) as UpdateContent))
  return recheckRestock(deps, tx, row, product)
}

/** Checks that do not depend on the subject. They do not apply to a message that is already posted. */
function reasonNotToPost(row: OutboxRow, bot: BotRow, now: Date): string | null {
  if (row.remote_id !== null) return null
  if (row.event !== 'test' && bot.notifications_enabled === 0) return 'Notifications are off'
  if (row.target === '') return `No ${channelOf(row)} channel is set`
  return now.getTime() - Date.parse(row.due_at) > newsMs ? 'Waited longer than 24 hours' : null
}

interface Timed {
  readonly timestamp: string
}

interface Described extends AboutProduct {
  readonly isPaused: boolean
}

async function describeProduct(deps: Deps, tx: Db, id: number, template: string): Promise<Described | Rechecked> {
  const listing = await findListing(tx, id)
  if (listing === undefined) return skip('The product was deleted')
  if (listing.isUnlisted) return skip('The product is unlisted')
  const { thumbnail = '' } = (await listMediaOf(deps, tx, [id])).get(id) ?? {}
  return { name: listing.name, isPaused: listing.isPaused, thumbnail, link: template.replaceAll('{id}', String(id)) }
}

/** A message about several products names the listed ones. It is skipped if the change was undone. */
async function recheckSeveral(tx: Db, { bulk_id, ids, set, text, timestamp }: BulkNews): Promise<Rechecked> {
  if (await wasUndone(tx, bulk_id)) return skip('The change was undone')
  const names = await listNamesOfListed(tx, ids)
  return names.length === 0 ? skip('The products are deleted or unlisted') : post(severalMessage(names, set, text, timestamp))
}

/** An alert gives the current stock of the variants that are still low. */
async function recheckAlert(deps: Deps, tx: Db, row: OutboxRow, template: string): Promise<Rechecked> {
  const low: RunwayRow[] = []
  let reason = 'The variant was deleted'
  for (const id of (bodyOf(row) as AlertNews).variant_ids) {
    const runway = await findRunway(deps, tx, id)
    const listing = runway && (await findListing(tx, runway.product_id))
    if (runway?.is_low === true && listing?.isUnlisted === false) low.push(runway)
    else if (listing !== undefined) reason = listing.isUnlisted ? 'The product is unlisted' : 'In stock again'
  }
  const [first, ...others] = low
  if (first === undefined) return skip(reason)
  if (others.some(({ product_id }) => product_id !== first.product_id)) return post(severalAlertMessage(low, row.created_at))
  const product = await describeProduct(deps, tx, first.product_id, template)
  return 'is' in product ? product : post(alertMessage(product, low, row.created_at))
}

/**
 * A restock message names the variants that still exist, and that no other message has announced. Once it is posted, it keeps those that
 * are sold out again.
 */
async function recheckRestock(deps: Deps, tx: Db, row: OutboxRow, product: Described): Promise<Rechecked> {
  const productId = subjectIdOf(row)
  const { at, variants } = bodyOf(row) as RestockNews
  const ids = new Set(variants.map((variant) => variant.id))
  const live = ((await listVariantsOf(deps, tx, [productId])).get(productId) ?? []).filter((variant) => ids.has(variant.id))
  if (live.length === 0) return skip('The variant was deleted')
  const isPosted = row.remote_id !== null
  if (product.isPaused && !isPosted) return skip('Sales are paused')
  // A reserved key may come back, which no later restock would say.
  const reserved = isPosted ? null : await countReservedKeys(tx)
  const available = live.filter(({ id, stock = 0 }) => reserved === null || stock + (reserved.get(id) ?? 0) > 0)
  if (available.length === 0) return skip('Sold out again')
  const since = new Date(deps.now().getTime() - quietMs).toISOString()
  const posted = (await listRestocks(tx, productId, since)).filter((other) => other.id !== row.id && (other.sent_at ?? '') > since)
  const announced = isPosted ? new Set() : announcedSince(posted, since)
  const news = available.filter((variant) => !announced.has(variant.id))
  if (news.length === 0) return skip('Announced less than 6 hours ago')
  const message = restockMessage(product, news, at)
  if (isPosted) return post(message)
  // A variant that is left out is not announced, so its next restock will be.
  const left = variants.filter(({ id }) => available.some((variant) => variant.id === id))
  return { is: 'post', message, body: JSON.stringify({ at, variants: left } satisfies RestockNews) }
}

const post = (message: BotMessage): Rechecked => ({ is: 'post', message })
const skip = (reason: string): Rechecked => ({ is: 'skip', reason })
