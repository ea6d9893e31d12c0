import type { Actor } from '../../actor.ts'
import { breathe, chunksOf } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { transactPatiently } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { cleanTexts } from '../../html/clean-texts.ts'
import { addToKeyImport, type OpenKeyImport } from '../key-imports/shop-key-imports.service.ts'
import { insertImportedVideos } from '../media/add-media.service.ts'
import { insertImportedOrders } from '../orders/imported-orders.service.ts'
import { insertImportedProduct, lockLiveIds } from '../products/products.service.ts'
import { addWords } from '../search/words.service.ts'
import { insertImportedVariants } from '../variants/variants.service.ts'
import type { PlannedProduct, ProductsPlan } from './plan-products.rules.ts'
import type { Plan } from './plan.service.ts'
import * as repo from './shop-imports.repo.ts'

/** The import was cancelled, or another process has taken it over. */
export class StoppedImport extends Error {
  override readonly name = 'StoppedImport'
}

interface Storing {
  readonly deps: Deps
  readonly actor: Actor
  readonly id: number
  readonly fileName: string
}

/**
 * Stores a plan in many short transactions, so that sales never wait for long (docs/decisions/0073-an-import-is-many-transactions.md).
 * @throws StoppedImport once it was cancelled
 */
export async function storePlan(storing: Storing, plan: Plan): Promise<void> {
  if (plan.kind === 'products') {
    await storeProducts(storing, plan.products.products)
    await storeVariants(storing, plan.products.variants)
  } else if (plan.kind === 'keys') await storeKeys(storing, plan.keys)
  else {
    for (const part of chunksOf(plan.orders, ordersAtOnce))
      await step(storing, async (tx) => {
        const stored = await insertImportedOrders(tx, storing.deps, storing.actor, storing.id, part)
        return stored.reduce((sum, { rows }) => sum + rows.length, 0)
      })
  }
}

/** Each takes some ten milliseconds on SQLite. */
const productsAtOnce = 50
const keysAtOnce = 1_000
const ordersAtOnce = 100
/** Cleaned at a time, in a thread. */
const cleanedAtOnce = 250
const cleanedCharacters = 500_000

/**
 * One transaction of an import. `work` returns how many rows of the file it stored. A save of very many keys may hold it up for longer than
 * a transaction waits.
 */
async function step(storing: Storing, work: (tx: Db) => Promise<number>): Promise<void> {
  const { db } = storing.deps
  const store = async (tx: Db) => noteStored(tx, storing, await work(tx))
  await transactPatiently(db, store, () => noteStored(db, storing, 0))
  await breathe()
}

/** Also the sign that the import goes on. */
async function noteStored(db: Db, { deps, id }: Storing, rows: number): Promise<void> {
  if (!(await repo.addStored(db, id, rows, deps.now().toISOString()))) throw new StoppedImport()
}

async function storeProducts(storing: Storing, products: readonly PlannedProduct[]): Promise<void> {
  for (const some of cleanable(products)) {
    const cleaned = await cleanProducts(some)
    for (const part of chunksOf(cleaned, productsAtOnce)) await step(storing, (tx) => insertProducts(tx, storing, part))
  }
}

/** Portions that are cleaned together. */
function cleanable(products: readonly PlannedProduct[]): PlannedProduct[][] {
  const portions: PlannedProduct[][] = [[]]
  let characters = 0
  for (const product of products) {
    const { full_description, requirements } = product.fields
    characters += full_description.length + requirements.length
    if (characters > cleanedCharacters || portions.at(-1)!.length === cleanedAtOnce) {
      portions.push([])
      characters = full_description.length + requirements.length
    }
    portions.at(-1)!.push(product)
  }
  return portions
}

/** Cleans HTML as a save does (docs/reference/products.md, Rich text). */
async function cleanProducts(products: readonly PlannedProduct[]): Promise<PlannedProduct[]> {
  const texts = products.flatMap(({ fields }) => [
    fields.full_description,
    fields.requirements,
    ...fields.updates.map(({ description }) => description),
  ])
  const cleaned = await cleanTexts(texts)
  let at = 0
  const next = () => cleaned[at++] ?? ''
  return products.map(({ fields, ...rest }) => ({
    ...rest,
    fields: {
      ...fields,
      full_description: next(),
      requirements: next(),
      updates: fields.updates.map((update) => ({ ...update, description: next().trim() })),
    },
  }))
}

async function insertProducts(tx: Db, { deps, id: importId }: Storing, products: readonly PlannedProduct[]): Promise<number> {
  const at = deps.now()
  const words: { product: { id: number; name: string }[]; variant: { id: number; name: string }[] } = { product: [], variant: [] }
  for (const { fields, videos, variants } of products) {
    const id = await insertImportedProduct(tx, at, fields, importId)
    await insertImportedVideos(tx, at, id, videos)
    words.product.push({ id, name: fields.name })
    const made = variants.length === 0 ? [] : await insertImportedVariants(tx, at, id, variants, importId)
    words.variant.push(...made.map((variant) => ({ id: variant.id, name: `${variant.name} ${fields.name}` })))
  }
  await addWords(tx, 'product', words.product)
  await addWords(tx, 'variant', words.variant)
  return products.reduce((sum, { rows }) => sum + rows, 0)
}

/** Variants of products that the shop has already are drafts: nobody has looked at them where they would be for sale. */
async function storeVariants(storing: Storing, variants: ProductsPlan['variants']): Promise<void> {
  const byProduct = [...Map.groupBy(variants, ({ product }) => product).entries()]
  for (const part of chunksOf(byProduct, productsAtOnce))
    await step(storing, async (tx) => {
      const at = storing.deps.now()
      // A product may have been deleted meanwhile.
      const live = new Set(
        await lockLiveIds(
          tx,
          part.map(([product]) => product.id),
        ),
      )
      for (const [product, added] of part.filter(([{ id }]) => live.has(id))) {
        const drafts = added.map(({ variant }) => ({ ...variant, is_draft: true }))
        const made = await insertImportedVariants(tx, at, product.id, drafts, storing.id)
        await addWords(
          tx,
          'variant',
          made.map((variant) => ({ id: variant.id, name: `${variant.name} ${product.name}` })),
        )
      }
      return part.reduce((sum, [, added]) => sum + added.length, 0)
    })
}

async function storeKeys(storing: Storing, keys: ReadonlyMap<number, readonly string[]>): Promise<void> {
  const { deps, actor, id, fileName } = storing
  for (const [variantId, values] of keys) {
    let open: OpenKeyImport | null = null
    for (const part of chunksOf(values, keysAtOnce)) {
      const before: OpenKeyImport | null = open
      let after = null as OpenKeyImport | null
      await step(storing, async (tx) => {
        after = await addToKeyImport(tx, actor, deps.now(), { shopImportId: id, variantId, name: fileName }, before, part)
        return after === null ? 0 : after.added - (before?.added ?? 0)
      })
      // Only now: a transaction that is retried begins again from what was stored before it.
      open = after
    }
  }
}
