import { type ActivityAction, limits, parseVideoAddress, videoFailure, videoId, type MediaItem } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, ruleViolated } from '../../errors.ts'
import { creation, recordActivity, type Changes } from '../activity/activity.service.ts'
import { requireLiveProduct } from '../products/products.service.ts'
import { renderSizes } from './image-sizes.ts'
import * as repo from './media.repo.ts'
import { toMediaItem } from './media.service.ts'
import { randomName, storeFiles } from './stored-files.service.ts'

/**
 * Stores an image in two sizes and adds it to a product, as its thumbnail if it has none (docs/reference/products.md, Media).
 * @throws 404 for an unknown product; 400 for a damaged image, 415 if it is not an image; 422 if the product is full; 503 if too many
 *   images wait
 */
export async function addImage(deps: Deps, actor: Actor, productId: number, bytes: Uint8Array): Promise<MediaItem> {
  // Checked again in the transaction. Checking first avoids useless work.
  await requireLiveProduct(deps.db, productId)
  requireRoom(await repo.listMediaRows(deps.db, [productId]))

  const sizes = await renderSizes(bytes)
  const names = newFileNames()
  const files = [
    { name: names.view_file, bytes: sizes.view, type: 'image/webp' },
    { name: names.card_file, bytes: sizes.card, type: 'image/webp' },
  ]
  return storeFiles(deps, files, async (tx) => {
    const { row, productName } = await insert(tx, deps, productId, { type: 'image', video: '', ...names })
    const product = { id: productId, name: productName }
    const added = { before: null, after: row.id }
    const changes = { media_item_id: added, ...(row.is_thumbnail === 1 && { thumbnail: added }) }
    await record(tx, deps, actor, 'media.image_uploaded', product, changes)
    return toMediaItem(deps, row)
  })
}

/**
 * Adds a video by any of the addresses that the hosting service uses for it.
 * @throws 404 for an unknown product; 400 for another address; 409 if the product already has this video; 422 if it is full
 */
export async function addVideo(deps: Deps, actor: Actor, productId: number, address: string): Promise<MediaItem> {
  const video = parseVideoAddress(address)
  if (video === null) throw invalid(videoFailure, { url: videoFailure })
  return transact(deps.db, async (tx) => {
    const { row, productName } = await insert(tx, deps, productId, { type: 'video', video, view_file: '', card_file: '' })
    const changes = creation({ media_item_id: row.id, video })
    await record(tx, deps, actor, 'media.video_added', { id: productId, name: productName }, changes)
    return toMediaItem(deps, row)
  })
}

/**
 * Gives a product that a shop import makes its videos, without rows of their own in the activity.
 * @param videos `ID` or `ID/HASH`, each once, at most `limits.mediaItems`
 */
export async function insertImportedVideos(tx: Db, at: Date, productId: number, videos: readonly string[]): Promise<void> {
  const row = { product_id: productId, type: 'video', view_file: '', card_file: '', is_thumbnail: 0, created_at: at.toISOString() } as const
  for (const [index, video] of videos.entries()) await repo.insertMediaRow(tx, { ...row, video, display_order: index + 1 })
}

type NewMedia = Pick<repo.NewMediaRow, 'type' | 'video' | 'view_file' | 'card_file'>

/** Locks the product, so that concurrent uploads get different positions and the limit holds. */
async function insert(tx: Db, deps: Deps, productId: number, item: NewMedia): Promise<{ row: repo.MediaRow; productName: string }> {
  const productName = await requireLiveProduct(tx, productId, { lock: true })
  const present = await repo.listMediaRows(tx, [productId])
  const same = item.type === 'video' ? present.find((row) => videoId(row.video) === videoId(item.video)) : undefined
  if (same !== undefined)
    throw conflict(`This video was already added${same.video === item.video ? '' : '. To change its privacy hash, delete it first'}`)
  requireRoom(present)
  const display_order = 1 + Math.max(0, ...present.map((row) => row.display_order))
  const is_thumbnail = item.type === 'image' && present.every((row) => row.is_thumbnail === 0) ? 1 : 0
  const place = { product_id: productId, is_thumbnail, display_order, created_at: deps.now().toISOString() } as const
  return { row: await repo.insertMediaRow(tx, { ...item, ...place }), productName }
}

/** Names for the two sizes of an image. */
export function newFileNames(): Pick<repo.MediaRow, 'view_file' | 'card_file'> {
  const name = randomName()
  return { view_file: `${name}-view.webp`, card_file: `${name}-card.webp` }
}

function requireRoom(present: readonly unknown[]): void {
  if (present.length >= limits.mediaItems) throw ruleViolated(`A product can have at most ${limits.mediaItems} images and videos`)
}

type About = { readonly id: number; readonly name: string }

async function record(tx: Db, deps: Deps, actor: Actor, action: ActivityAction, product: About, changes: Changes): Promise<void> {
  await recordActivity(tx, { actor, action, subject: { kind: 'product', ...product }, changes, at: deps.now() })
}
