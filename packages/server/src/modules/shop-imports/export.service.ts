import {
  announcement,
  byteOrderMark,
  centsToDollars,
  coupon,
  payout,
  referral,
  referralUser,
  toCsvLine,
  videoPage,
} from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import { breathe, chunksOf, pagesById } from '../../breathe.ts'
import type { Deps } from '../../deps.ts'
import { idsOf } from '../../ids.ts'
import { recordBeside } from '../activity/activity.service.ts'
import { listAnnouncements } from '../announcements/announcements.service.ts'
import { listCoupons } from '../coupons/coupons.service.ts'
import { pageNotes } from '../customers/customers.service.ts'
import { findCostsOfKeys } from '../keys/key-costs.service.ts'
import { pageUnsoldKeys } from '../keys/keys.service.ts'
import { listMediaOf, pageImages, type ProductMedia } from '../media/media.service.ts'
import { listVariantsOfItems, pageAllOrders } from '../orders/imported-orders.service.ts'
import { loadOrders, type LoadedOrder } from '../orders/loaded-orders.service.ts'
import { listAllProducts, listStoredProductsOf, type StoredProduct } from '../products/products.service.ts'
import { listPayouts } from '../referrals/payouts.service.ts'
import { listReferrals } from '../referrals/referral-lists.service.ts'
import { listReferralUsers } from '../users/referral-users.service.ts'
import { listNamedVariants, listWholeVariants, type NamedVariant, type VariantRow } from '../variants/variants.service.ts'
import { escapeCell } from './columns.rules.ts'
import { keyTitles, orderTitles, productTitles, skuOf } from './own-layout.rules.ts'
import { writeZip, type ZipEntry } from './zip-file.ts'

/** How many rows are in memory at a time. */
const atOnce = 500

/**
 * Everything in the shop as one archive (docs/reference/shop-imports.md, Everything out). It has the values of all keys; who downloads it is
 * recorded.
 */
export async function* exportShop(deps: Deps, caller: SignedIn): AsyncGenerator<Uint8Array> {
  recordBeside(deps, { actor: caller.actor, action: 'shop.exported', subject: { kind: 'export', id: 0, name: 'Everything' } })
  yield* writeZip(entries(deps, caller), deps.now())
}

async function* entries(deps: Deps, caller: SignedIn): AsyncGenerator<ZipEntry> {
  yield { name: 'products.csv', pieces: ownCsv(productColumns, products(deps)) }
  // Before the keys: one that is sold meanwhile is in neither file, never in both.
  yield { name: 'orders.csv', pieces: ownCsv(orderTitles, orders(deps)) }
  yield { name: 'keys.csv', pieces: ownCsv(keyColumns, keys(deps)) }
  yield anyCsv('coupons', coupon, { rows: pages((page) => listCoupons(deps, { include_expired: true, ...page })) })
  yield anyCsv('announcements', announcement, { rows: pages((page) => listAnnouncements(deps, page)) })
  yield anyCsv('referral-users', referralUser, { rows: pages((page) => listReferralUsers(deps, caller, page)) })
  for (const status of ['pending', 'completed', 'rejected'] as const)
    yield anyCsv(`referrals-${status}`, referral, { rows: rowPages((page) => listReferrals(deps, caller, status, page)) })
  yield anyCsv('payouts', payout, { rows: rowPages((page) => listPayouts(deps, page)) })
  const notes = pagesById((after, size) => pageNotes(deps.db, after, size), atOnce)
  yield { name: 'customer-notes.csv', pieces: linesOf(noteColumns, notes) }
  yield* pictures(deps)
}

/** With columns for people, which an import does not read: it stores no pictures and no costs. */
const productColumns = { ...productTitles, thumbnail: ['Thumbnail'] } as const
const keyColumns = { ...keyTitles, cost: ['Cost'] } as const
const noteColumns = ['id', 'customer_key', 'customer_email', 'text', 'author_id', 'author_name', 'created_at']

/** A file in our own layout: an import reads back exactly the cells that it reads. */
async function* ownCsv<Field extends string>(
  titles: Readonly<Record<Field, readonly string[]>>,
  rows: AsyncIterable<Readonly<Partial<Record<Field, string>>>>,
): AsyncGenerator<string> {
  const fields = Object.keys(titles) as Field[]
  yield byteOrderMark + toCsvLine(fields.map((field) => titles[field][0]!))
  for await (const row of rows) yield toCsvLine(fields.map((field) => escapeCell(row[field] ?? '')))
}

/** A file with the fields of a noun as its columns. */
const anyCsv = (noun: string, { shape }: { readonly shape: object }, { rows }: { readonly rows: Parts }): ZipEntry => ({
  name: `${noun}.csv`,
  pieces: linesOf(Object.keys(shape), rows),
})

type Parts = AsyncIterable<readonly object[]>

async function* linesOf(columns: readonly string[], parts: Parts): AsyncGenerator<string> {
  yield byteOrderMark + toCsvLine(columns)
  for await (const rows of parts) yield rows.map((row) => toCsvLine(columns.map((title) => textOf(Reflect.get(row, title))))).join('')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface PageOf {
  readonly limit: number
  readonly cursor?: string
}

async function* pages<Row extends object>(
  list: (page: PageOf) => Promise<{ readonly data: readonly Row[]; readonly meta?: { readonly next_cursor: string | null } | undefined }>,
): AsyncGenerator<readonly Row[]> {
  let cursor: string | undefined
  do {
    const { data, meta } = await list({ limit: atOnce, ...(cursor !== undefined && { cursor }) })
    yield data
    cursor = meta?.next_cursor ?? undefined
    await breathe()
  } while (cursor !== undefined)
}

const rowPages = <Row extends object>(
  list: (page: PageOf) => Promise<{ readonly rows: readonly Row[]; readonly meta: { readonly next_cursor: string | null } }>,
) =>
  pages(async (page) => {
    const { rows, meta } = await list(page)
    return { data: rows, meta }
  })

type OwnRow<Titles> = Readonly<Partial<Record<keyof Titles, string>>>

/** The products, oldest first. Deleted ones come last: an import of the file into this shop finds the others by their names first. */
async function* products(deps: Deps): AsyncGenerator<OwnRow<typeof productColumns>> {
  const all = (await listAllProducts(deps.db)).toReversed()
  for (const areDeleted of [false, true]) {
    const ids = all.flatMap(({ id, is_deleted }) => (is_deleted === areDeleted ? [id] : []))
    for (const some of chunksOf(ids, atOnce)) {
      yield* productsOf(deps, some, areDeleted)
      await breathe()
    }
  }
}

/** Deleted products and variants only if an order needs them: as unlisted products and drafts. */
async function* productsOf(deps: Deps, ids: readonly number[], areDeleted: boolean): AsyncGenerator<OwnRow<typeof productColumns>> {
  const { db } = deps
  const all = await listWholeVariants(db, ids)
  const live = areDeleted ? [] : all.filter(({ deleted_at }) => deleted_at === null)
  const gone = all.flatMap(({ id, deleted_at }) => (areDeleted || deleted_at !== null ? [id] : []))
  const sold = new Set(gone.length === 0 ? [] : await listVariantsOfItems(db, gone))
  const variants = Map.groupBy([...live, ...all.filter(({ id }) => sold.has(id))], ({ product_id }) => product_id)
  const media = await listMediaOf(deps, db, ids)
  for (const stored of await listStoredProductsOf(db, ids)) {
    const own = variants.get(stored.id) ?? []
    const row = { ...toProductRow(stored, media.get(stored.id)!), ...(areDeleted && { listed: '', featured: '', thumbnail: '' }) }
    if (own.length === 0 && !areDeleted) yield row
    for (const variant of own) yield { ...row, ...toVariantRow(variant, sold.has(variant.id)) }
  }
}

function toProductRow({ id, fields }: StoredProduct, { items, thumbnail }: ProductMedia): OwnRow<typeof productColumns> {
  const { unlisted, featured, sales_paused, has_day_keys, faq, updates, anti_cheats_supported, ...texts } = fields
  const flag = (is: boolean | undefined) => (is === true ? 'yes' : '')
  const list = (all: readonly unknown[]) => (all.length === 0 ? '' : JSON.stringify(all))
  const active = items.find(({ type, url }) => type === 'image' && url === thumbnail)
  return {
    ...texts,
    ...{ ref: String(id), listed: flag(!unlisted), featured: flag(featured), sales_paused: flag(sales_paused) },
    ...{ has_day_keys: flag(has_day_keys), faq: list(faq), updates: list(updates), anti_cheats_supported: list(anti_cheats_supported) },
    videos: items.flatMap(({ type, url }) => (type === 'video' ? [videoPage(url)] : [])).join('\n'),
    thumbnail: active === undefined ? '' : pictureName(id, active.display_order),
  }
}

const toVariantRow = ({ name, price_cents, max_per_order, low_stock_threshold, is_draft, ...own }: VariantRow, isDeleted: boolean) => ({
  ...{ variant: name, sku: skuOf(own, isDeleted), price: toAmount(price_cents), max_per_order: String(max_per_order) },
  low_stock_threshold: low_stock_threshold === null ? '' : String(low_stock_threshold),
  draft: isDeleted || is_draft === 1 ? 'yes' : '',
})

const skuOfNamed = (variant: NamedVariant): string => skuOf(variant, variant.deleted_at !== null || variant.product.isDeleted)

async function* keys({ db }: Deps): AsyncGenerator<OwnRow<typeof keyColumns>> {
  for await (const some of pagesById((after, size) => pageUnsoldKeys(db, after, size), atOnce)) {
    const names = new Map(
      (await listNamedVariants(db, [...new Set(some.map(({ variant_id }) => variant_id))])).map((each) => [each.id, each]),
    )
    const costs = await findCostsOfKeys(db, idsOf(some))
    for (const { id, variant_id, value, state } of some) {
      const variant = names.get(variant_id)!
      const cost = costs.get(id)
      yield {
        ...{ product: variant.product.name, variant: variant.name, sku: skuOfNamed(variant), value },
        state: state === 'available' ? '' : state,
        cost: cost === undefined ? '' : toAmount(cost),
      }
    }
  }
}

async function* orders({ db }: Deps): AsyncGenerator<OwnRow<typeof orderTitles>> {
  for await (const some of pagesById((after, size) => pageAllOrders(db, after, size), atOnce)) {
    const loaded = await loadOrders(db, idsOf(some), { keys: true })
    const variantIds = new Set(loaded.flatMap(({ items }) => items.map(({ variant_id }) => variant_id)))
    const skus = new Map((await listNamedVariants(db, [...variantIds])).map((variant) => [variant.id, skuOfNamed(variant)]))
    for (const order of loaded) yield* toOrderRows(order, skus)
  }
}

function toOrderRows({ row, items, refunds, keys: ofOrder }: LoadedOrder, skus: ReadonlyMap<number, string>): OwnRow<typeof orderTitles>[] {
  return items.map((item) => {
    // A replaced key has no refund. Those of a refund come last: they are the first that a refund revokes.
    const own = ofOrder.filter((key) => key.item_id === item.id && (key.state === 'sold' || key.refund_id !== null))
    const sorted = own.toSorted((one, other) => Number(one.state !== 'sold') - Number(other.state !== 'sold'))
    return {
      ...{ order: String(row.id), externalNumber: row.external_number ?? '', at: row.created_at, completed: row.completed_at ?? '' },
      ...{ email: row.customer_email, status: row.status },
      ...{ product: item.product_name, variant: item.variant_name, sku: skus.get(item.variant_id) ?? '' },
      ...{ quantity: String(item.quantity), unit: toAmount(item.unit_price_cents), paid: toAmount(item.paid_cents) },
      keys: sorted.map(({ value }) => value).join('\n'),
      ...{ coupon: row.coupon_code ?? '', reference: row.payment_reference ?? '' },
      refundedUnits: item.refunded_quantity === 0 ? '' : String(item.refunded_quantity),
      refundAt: refunds.at(-1)?.at ?? '',
      refundReason: refunds.flatMap(({ reason }) => reason ?? []).join('; '),
    }
  })
}

const toAmount = (cents: number): string => centsToDollars(cents).toFixed(2)

const pictureName = (productId: number, displayOrder: number): string => `pictures/${productId}/${displayOrder}.webp`

/** The pictures of products that are not deleted, in their viewing size, in a folder for each product. */
async function* pictures(deps: Deps): AsyncGenerator<ZipEntry> {
  const live = new Set((await listAllProducts(deps.db)).flatMap(({ id, is_deleted }) => (is_deleted ? [] : [id])))
  for await (const some of pagesById((after, size) => pageImages(deps.db, after, size), atOnce)) {
    for (const { product_id, view_file, display_order } of some.filter((image) => live.has(image.product_id))) {
      const file = await deps.files.read(view_file)
      if (file === undefined) continue
      yield { name: pictureName(product_id, display_order), pieces: file.body as AsyncIterable<Uint8Array>, isCompressed: true }
    }
  }
}
