import type { BotMessage } from '@keydesk/contract/bot-port'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { findAnnouncement } from '../announcements/announcements.service.ts'
import { listMediaOf } from '../media/media.service.ts'
import { findListing } from '../product-lookup/product-lookup.service.ts'
import { listVariantsOf } from '../variants/variants.service.ts'
import * as bots from './bot.repo.ts'
import { announcementMessage, restockMessage, testMessage, updateMessage, type AboutProduct, type UpdateContent } from './messages.rules.ts'
import * as repo from './outbox.repo.ts'
import { announcedSince, quietMs, type RestockNews } from './restocks.rules.ts'

/** After this time it is no longer news (docs/reference/discord.md, A second look). */
const newsMs = 24 * 3_600_000

export type Look =
  | { readonly is: 'post'; readonly message: BotMessage }
  /** Not to be posted any more. */
  | { readonly is: 'skip'; readonly reason: string }

/** Looks again at what a notification is about, right before it is sent: the message as it is now, or why it is not posted. */
export async function lookAgain(deps: Deps, tx: Db, row: repo.NotificationRow): Promise<Look> {
  const bot = await bots.readBot(tx)
  const reason = reasonNotToPost(row, bot, deps.now())
  if (reason !== null) return skip(reason)
  const stored: unknown = JSON.parse(row.message)
  if (row.type === 'test') return post(testMessage((stored as Timed).timestamp))
  if (row.type === 'announcement') {
    const announcement = await findAnnouncement(tx, row.subject_id ?? 0)
    if (announcement === undefined) return skip('The announcement was deleted')
    return post(announcementMessage(announcement.title, announcement.content, (stored as Timed).timestamp))
  }
  const product = await describeProduct(deps, tx, row.subject_id ?? 0, bot.product_url)
  if ('is' in product) return product
  if (row.type === 'update') return post(updateMessage(product, stored as UpdateContent))
  return lookAtRestock(deps, tx, row, product)
}

/** Checks that do not depend on the subject. A message that is posted already may be completed at any time. */
function reasonNotToPost(row: repo.NotificationRow, bot: bots.BotRow, now: Date): string | null {
  if (row.message_id !== null) return null
  if (row.type !== 'test' && bot.notifications_enabled === 0) return 'Notifications are off'
  if (row.channel_id === '') return `No ${row.channel} channel is set`
  return now.getTime() - Date.parse(row.queued_at) > newsMs ? 'Waited longer than 24 hours' : null
}

interface Timed {
  readonly timestamp: string
}

async function describeProduct(deps: Deps, tx: Db, id: number, template: string): Promise<AboutProduct | Look> {
  const listing = await findListing(tx, id)
  if (listing === undefined) return skip('The product was deleted')
  if (listing.isUnlisted) return skip('The product is unlisted')
  const { thumbnail = '' } = (await listMediaOf(deps, tx, [id])).get(id) ?? {}
  return { name: listing.name, thumbnail, link: template.replaceAll('{id}', String(id)) }
}

/** A restock lists variants that still exist and that no other message has announced meanwhile. */
async function lookAtRestock(deps: Deps, tx: Db, row: repo.NotificationRow, product: AboutProduct): Promise<Look> {
  const productId = row.subject_id ?? 0
  const { at, variants } = JSON.parse(row.message) as RestockNews
  const ids = new Set(variants.map((variant) => variant.id))
  const live = ((await listVariantsOf(tx, [productId])).get(productId) ?? []).filter((variant) => ids.has(variant.id))
  if (live.length === 0) return skip('The variant was deleted')
  const since = new Date(deps.now().getTime() - quietMs).toISOString()
  const posted = (await repo.listRestocks(tx, productId, since)).filter((other) => other.id !== row.id && (other.sent_at ?? '') > since)
  const announced = row.message_id === null ? announcedSince(posted, since) : new Set()
  const news = live.filter((variant) => !announced.has(variant.id))
  return news.length === 0 ? skip('Announced less than 6 hours ago') : post(restockMessage(product, news, at))
}

const post = (message: BotMessage): Look => ({ is: 'post', message })
const skip = (reason: string): Look => ({ is: 'skip', reason })
