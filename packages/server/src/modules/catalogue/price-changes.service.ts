import { centsToDollars, changePrice, dollarsToCents, stepOf, type BulkUndo, type ChangedPrice, type PricesInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import { idsOf } from '../../ids.ts'
import type { Changes } from '../activity/activity.service.ts'
import { savePrice } from '../variants/variant-saving.service.ts'
import { listLiveVariants, listNamedVariants, type VariantRow } from '../variants/variants.service.ts'
import { recordChange, type RecordedChange } from './recorded-changes.service.ts'

/** What the prices of some variants would become (docs/reference/products.md, Several prices at once). @throws 404, 409 */
export const previewPrices = async (deps: Deps, input: PricesInput): Promise<ChangedPrice[]> =>
  (await planPrices(deps.db, input)).map(toChangedPrice)

/**
 * Changes the prices of several variants, all or none. Prices that stay are in the answer, and are not changed.
 * @throws 404 if one of the variants does not exist; 409 if a price is no longer the one that the caller saw
 */
export async function changePrices(deps: Deps, actor: Actor, input: PricesInput): Promise<{ data: ChangedPrice[]; undo_token: string }> {
  return transact(deps.db, async (tx) => {
    const planned = await planPrices(tx, input, { lock: true })
    const at = deps.now()
    const changed = planned.filter(({ variant, cents }) => cents !== variant.price_cents)
    for (const { variant, cents } of changed) await savePrice(tx, actor, at, variant, cents)
    const { undo_token } = await recordChange(tx, at, 'variant', changed.map(toRecordedChange))
    return { data: planned.map(toChangedPrice), undo_token }
  })
}

interface Planned {
  readonly variant: VariantRow
  /** The price after the change. */
  readonly cents: number
}

async function planPrices(db: Db, input: PricesInput, { lock = false } = {}): Promise<Planned[]> {
  const ids = [...new Set(input.variant_ids)]
  const variants = await listLiveVariants(db, ids, { lock })
  if (variants.length < ids.length) throw notFound('Variant')
  const stored = new Map(variants.map(({ id, price_cents }) => [id, price_cents]))
  if (input.seen_prices?.some((seen, index) => dollarsToCents(seen) !== stored.get(input.variant_ids[index]!)))
    throw conflict('The prices have changed meanwhile. Look at the preview again.')
  return variants.map((variant) => ({ variant, cents: changePrice(variant.price_cents, stepOf(input.change), input.round ?? null) }))
}

const toChangedPrice = ({ variant, cents }: Planned): ChangedPrice => ({
  variant_id: variant.id,
  before: centsToDollars(variant.price_cents),
  after: centsToDollars(cents),
})

const toRecordedChange = ({ variant, cents }: Planned): RecordedChange => ({
  id: variant.id,
  changes: { price: { before: centsToDollars(variant.price_cents), after: centsToDollars(cents) } },
})

/** Brings earlier prices back, in the transaction that ends the undo. A price that was changed since stays, and is listed in `kept`. */
export async function undoPrices(tx: Db, actor: Actor, at: Date, done: readonly RecordedChange[]): Promise<BulkUndo> {
  const ids = idsOf(done)
  const variants = new Map((await listLiveVariants(tx, ids, { lock: true })).map((variant) => [variant.id, variant]))
  const undone: BulkUndo = { changed: [], kept: [] }
  for (const { id, changes } of done) {
    const variant = variants.get(id)
    const { before, after } = centsOf(changes)
    if (variant?.price_cents !== after) {
      undone.kept.push({ id, name: variant === undefined ? '' : await nameOf(tx, id), fields: ['price'] })
      continue
    }
    await savePrice(tx, actor, at, variant, before)
    undone.changed.push(id)
  }
  return undone
}

const centsOf = ({ price }: Changes) => ({ before: dollarsToCents(Number(price?.before)), after: dollarsToCents(Number(price?.after)) })

async function nameOf(db: Db, id: number): Promise<string> {
  const [variant] = await listNamedVariants(db, [id])
  return `${variant!.product.name} - ${variant!.name}`
}
