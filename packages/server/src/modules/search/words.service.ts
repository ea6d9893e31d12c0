import { activityKindOf } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { ActivityEvent } from '../activity/activity.service.ts'
import { listAnnouncementNames } from '../announcements/announcements.service.ts'
import { listCouponNames } from '../coupons/coupons.service.ts'
import { listProductNames } from '../products/products.service.ts'
import { listNamedVariants, listVariantNames } from '../variants/variants.service.ts'
import * as repo from './words.repo.ts'

/** The searched field of each kind. */
const names: Readonly<Record<string, string>> = { product: 'name', variant: 'name', coupon: 'code', announcement: 'title' }

const isKind = (kind: string): kind is repo.WordKind => Object.hasOwn(names, kind)

/**
 * Updates the words of the search (docs/reference/search.md): rereads any name that the event may have changed.
 * @param tx the transaction of the event
 */
export async function projectToSearch(tx: Db, { action, subject: { kind, id }, changes = {} }: ActivityEvent): Promise<void> {
  if (!isKind(kind) || activityKindOf(action) === 'read') return
  const fields = Object.keys(changes)
  if (fields.length > 0 && !fields.includes(names[kind]!)) return
  if (kind === 'product') return nameProduct(tx, id)
  if (kind === 'variant') return nameVariant(tx, id)
  const named = kind === 'coupon' ? await listCouponNames(tx, [id]) : await listAnnouncementNames(tx, [id])
  await repo.setWords(tx, kind, id, named[0]?.name ?? '')
}

/** A product's name also finds its variants. */
async function nameProduct(tx: Db, id: number): Promise<void> {
  await repo.lockWordsOf(tx, id)
  const name = (await listProductNames(tx, [id])).get(id) ?? ''
  await repo.setWords(tx, 'product', id, name)
  for (const variant of await listVariantNames(tx, id)) await repo.setWords(tx, 'variant', variant.id, `${variant.name} ${name}`)
}

async function nameVariant(tx: Db, id: number): Promise<void> {
  const find = async () => (await listNamedVariants(tx, [id]))[0]
  const before = await find()
  if (before !== undefined) await repo.lockWordsOf(tx, before.product.id)
  // Its product may have been renamed meanwhile.
  const variant = await find()
  await repo.setWords(tx, 'variant', id, variant === undefined ? '' : `${variant.name} ${variant.product.name}`)
}

/** Stores the words of new things, which have no event of their own. The name of a variant contains that of its product. */
export const addWords = repo.addWords

/** Removes the words of things whose rows are deleted. */
export const removeWords = repo.removeWords
