import type { MediaItem, Thumbnail } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound, ruleViolated } from '../../errors.ts'
import { idsOf } from '../../ids.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { requireLiveProduct } from '../products/products.service.ts'
import * as repo from './media.repo.ts'
import { deleteUnused, noteUnused } from './unused-files.service.ts'

export interface ProductMedia extends Thumbnail {
  readonly items: MediaItem[]
}

/** The media of products by product id, in display order. Every requested id has an entry. */
export async function listMediaOf(deps: Deps, db: Db, productIds: readonly number[]): Promise<Map<number, ProductMedia>> {
  const media = new Map<number, ProductMedia>(productIds.map((id) => [id, { items: [], thumbnail: '', thumbnail_card: '' }]))
  for (const row of await repo.listMediaRows(db, productIds)) {
    const entry = media.get(row.product_id)
    if (entry === undefined) continue
    entry.items.push(toMediaItem(deps, row))
    if (row.is_thumbnail === 1) Object.assign(entry, toThumbnail(deps, row))
  }
  return media
}

/** Products that were deleted before a moment (ISO 8601 in UTC) and still have media, at most `limit`. */
export const listDeletedWithMedia = repo.listDeletedWithMedia

/**
 * Deletes one image or video of a product. Deleting the thumbnail leaves the product without one (docs/reference/products.md, Media).
 * @throws 404 for an unknown product, or an item of another product
 */
export async function removeMedia(deps: Deps, actor: Actor, productId: number, id: number): Promise<void> {
  const row = await transact(deps.db, async (tx) => {
    const name = await requireLiveProduct(tx, productId, { lock: true })
    const found = await requireMediaRow(tx, productId, id)
    await repo.deleteMediaRow(tx, id)
    await noteUnused(tx, deps, filesOf(found))
    const changes = {
      media_item_id: { before: id, after: null },
      ...(found.type === 'video' && { video: { before: found.video, after: null } }),
      ...(found.is_thumbnail === 1 && { thumbnail: { before: id, after: null } }),
    }
    const subject = { kind: 'product' as const, id: productId, name }
    await recordActivity(tx, { actor, action: 'media.deleted', subject, changes, at: deps.now() })
    return found
  })
  await deleteUnused(deps, filesOf(row))
}

/**
 * Makes an image of a product its thumbnail.
 * @throws 404 for an unknown product, or an item of another product; 422 for a video
 */
export async function chooseThumbnail(deps: Deps, actor: Actor, productId: number, id: number): Promise<Thumbnail> {
  return transact(deps.db, async (tx) => {
    const name = await requireLiveProduct(tx, productId, { lock: true })
    const row = await requireMediaRow(tx, productId, id)
    if (row.type !== 'image') throw ruleViolated('Only an image can be the thumbnail')
    if (row.is_thumbnail === 0) {
      const before = (await repo.listMediaRows(tx, [productId])).find((other) => other.is_thumbnail === 1)?.id ?? null
      await repo.setThumbnail(tx, productId, id)
      const changes = { thumbnail: { before, after: id } }
      await recordActivity(tx, {
        actor,
        action: 'product.thumbnail_chosen',
        subject: { kind: 'product', id: productId, name },
        changes,
        at: deps.now(),
      })
    }
    return toThumbnail(deps, row)
  })
}

/**
 * Orders the images and videos of a product; those that are left out follow in their order. Returns all of them.
 * @throws 404 for an unknown product, or an item of another product
 */
export async function orderMedia(deps: Deps, actor: Actor, productId: number, ids: readonly number[]): Promise<MediaItem[]> {
  return transact(deps.db, async (tx) => {
    const name = await requireLiveProduct(tx, productId, { lock: true })
    const rows = await repo.listMediaRows(tx, [productId])
    const chosen = ids.map((id) => rows.find((row) => row.id === id))
    if (chosen.includes(undefined)) throw notFound('Media item')
    const ordered = [...(chosen as repo.MediaRow[]), ...rows.filter((row) => !chosen.includes(row))]
    if (ordered.every((row, index) => row === rows[index])) return rows.map((row) => toMediaItem(deps, row))
    const numbered = ordered.map((row, index) => ({ ...row, display_order: index + 1 }))
    for (const [index, { id, display_order }] of numbered.entries()) {
      if (ordered[index]!.display_order !== display_order) await repo.setOrder(tx, id, display_order)
    }
    const changes = { ids: { before: idsOf(rows), after: idsOf(ordered) } }
    const subject = { kind: 'product' as const, id: productId, name }
    await recordActivity(tx, { actor, action: 'media.ordered', subject, changes, at: deps.now() })
    return numbered.map((row) => toMediaItem(deps, row))
  })
}

/**
 * Deletes the media of a product that is purged, without a separate activity row. The housekeeping deletes their files.
 * @param tx the transaction that purges the product
 */
export async function removeMediaOf(tx: Db, deps: Deps, productId: number): Promise<void> {
  await noteUnused(tx, deps, (await repo.deleteMediaRowsOf(tx, productId)).flatMap(filesOf))
}

export const toMediaItem = (deps: Pick<Deps, 'publicUrl'>, row: repo.MediaRow): MediaItem => ({
  id: row.id,
  type: row.type,
  url: row.type === 'video' ? row.video : addressOf(deps, row.view_file),
  card_url: row.type === 'video' ? '' : addressOf(deps, row.card_file),
  display_order: row.display_order,
})

const toThumbnail = (deps: Pick<Deps, 'publicUrl'>, row: repo.MediaRow): Thumbnail => ({
  thumbnail: addressOf(deps, row.view_file),
  thumbnail_card: addressOf(deps, row.card_file),
})

const addressOf = (deps: Pick<Deps, 'publicUrl'>, file: string): string => `${deps.publicUrl()}/media/${file}`

const filesOf = (row: repo.MediaRow): string[] => [row.view_file, row.card_file].filter((name) => name !== '')

async function requireMediaRow(tx: Db, productId: number, id: number): Promise<repo.MediaRow> {
  const row = await repo.findMediaRow(tx, productId, id)
  if (row === undefined) throw notFound('Media item')
  return row
}

/** Images with an id above another, of all products, in the order of their ids. */
export const pageImages = repo.pageImages
