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
export async function projectToSearch(tx: Db, { subject: { kind, id }, changes = {} }: ActivityEvent): Promise<void> {
  if (!isKind(kind)) return
  const fields = Object.keys(changes)
  if (fields.length > 0 && !fields.includes(names[kind]!)) return
  if (kind === 'product') return nameProduct(tx, id)
  await repo.setWords(tx, kind, id, (await findName(tx, kind, id)) ?? '')
}

/** A product's name also finds its variants. */
async function nameProduct(tx: Db, id: number): Promise<void> {
  const name = (await listProductNames(tx, [id])).get(id) ?? ''
  await repo.setWords(tx, 'product', id, name)
  for (const variant of await listVariantNames(tx, id)) await repo.setWords(tx, 'variant', variant.id, `${variant.name} ${name}`)
}

async function findName(tx: Db, kind: Exclude<repo.WordKind, 'product'>, id: number): Promise<string | undefined> {
  if (kind === 'coupon') return (await listCouponNames(tx, [id]))[0]?.name
  if (kind === 'announcement') return (await listAnnouncementNames(tx, [id]))[0]?.name
  const [variant] = await listNamedVariants(tx, [id])
  return variant && `${variant.name} ${variant.product.name}`
}

/** Stores the words of new things, which have no event of their own. The name of a variant contains that of its product. */
export const addWords = repo.addWords

/** Removes the words of things whose rows are deleted. */
export const removeWords = repo.removeWords
