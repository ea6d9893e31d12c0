import {
  centsToDollars,
  dollarsToCents,
  limits,
  type KeyChanges,
  type NewVariantInput,
  type Variant,
  type VariantInput,
} from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { breathe } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { staleVersion } from '../../errors.ts'
import { creation, differences, recordActivity, type Changes } from '../activity/activity.service.ts'
import { cleanKeys, listAvailableKeys, readKeysSeen, saveKeys } from '../keys/keys.service.ts'
import { requireLiveProduct } from '../products/products.service.ts'
import * as repo from './variants.repo.ts'
import { requireLiveVariant, toVariant } from './variants.service.ts'

export interface SavedVariant {
  readonly data: Variant
  /** Only if a list of keys was saved. */
  readonly meta?: KeyChanges
}

/**
 * Adds a variant to a product. If it has no keys, it is a draft until its first save (docs/reference/products.md, Drafts).
 * @throws 404 for an unknown product, 400 for a value that cannot be a key
 */
export async function createVariant(deps: Deps, actor: Actor, input: NewVariantInput): Promise<SavedVariant> {
  return transact(deps.db, async (tx) => {
    await requireLiveProduct(tx, input.product_id, { lock: true })
    return addVariant(tx, actor, deps.now(), input, { mayBeDraft: true })
  })
}

/**
 * Adds a variant in the transaction that created or locked the product. The variants of a new product are not drafts, because a person has
 * named and priced them.
 * @param field the field of the body that has the list of keys
 * @param mayBeDraft whether it is a draft without keys
 * @param isPartOfProduct whether the product is created with it
 */
export async function addVariant(
  tx: Db,
  actor: Actor,
  at: Date,
  input: NewVariantInput,
  { field = 'keys', mayBeDraft = false, isPartOfProduct = false, low_stock_threshold = null as number | null } = {},
): Promise<SavedVariant> {
  const wanted = cleanKeys(input.keys, field)
  const row = {
    ...{ product_id: input.product_id, name: input.name, price_cents: dollarsToCents(input.price) },
    ...{ max_per_order: input.max_per_order ?? limits.maxPerOrder, stock: 0, version: 1, created_at: at.toISOString() },
    ...{ is_draft: mayBeDraft && wanted.length === 0 ? 1 : 0, low_stock_threshold },
  }
  const { id } = await repo.insertVariant(tx, row)
  const { keys, changes } = await saveKeys(tx, { id, stock_changes: 0 }, { values: wanted }, { at, actor, number: 1 })
  const made = await repo.updateVariant(tx, id, { stock: keys.length, stock_changes: 1 })
  const { product_id, name, max_per_order, stock } = made
  const fields = { product_id, name, price: centsToDollars(made.price_cents), max_per_order, stock }
  const created = creation({ ...fields, ...(made.is_draft === 1 && { is_draft: true }) })
  await recordActivity(tx, {
    actor,
    action: 'variant.created',
    subject: { kind: 'variant', id, name },
    changes: created,
    isPartOfProduct,
    at,
  })
  return { data: toVariant(made, keys), meta: changes }
}

/**
 * Saves the given fields of a variant. Saving a draft puts it up for sale. `keys` becomes its available stock (docs/reference/keys.md,
 * Saving a list of keys).
 * @param staysDraft whether a draft is not put up for sale
 * @throws 404, 409 `stale_version` with the current variant, 400 for a value that cannot be a key
 */
export async function updateVariant(
  deps: Deps,
  actor: Actor,
  id: number,
  input: VariantInput,
  { staysDraft = false } = {},
): Promise<SavedVariant> {
  const wanted = input.keys && cleanKeys(input.keys)
  const seen = input.keys_seen === undefined ? undefined : readKeysSeen(id, input.keys_seen)
  await breathe()
  return transact(deps.db, async (tx) => {
    const stored = await requireLiveVariant(tx, id, { lock: true })
    // If `seen` is newer than the stock, it is from a database that a restore has replaced.
    const isStale = (input.version ?? stored.version) !== stored.version || (seen?.to ?? 0) > stored.stock_changes
    if (isStale) throw staleVersion('variant', toVariant(stored, await listAvailableKeys(tx, id)))
    const at = deps.now()
    const number = stored.stock_changes + 1
    const saved = wanted && (await saveKeys(tx, stored, { values: wanted, seen }, { at, actor, number }))
    const keys = saved?.keys ?? (await listAvailableKeys(tx, id))
    const price_cents = input.price === undefined ? stored.price_cents : dollarsToCents(input.price)
    const max_per_order = input.max_per_order ?? stored.max_per_order
    const low_stock_threshold = input.low_stock_threshold === undefined ? stored.low_stock_threshold : input.low_stock_threshold
    const name = input.name ?? stored.name
    const is_draft = staysDraft ? stored.is_draft : 0
    const next = { name, price_cents, max_per_order, low_stock_threshold, stock: keys.length, is_draft }
    const changes = { ...fieldChanges(stored, next), ...keyCounts(saved?.changes) }
    if (Object.keys(changes).length === 0) return { data: toVariant(stored, keys), meta: saved?.changes }
    const row = await repo.updateVariant(tx, id, { ...next, version: stored.version + 1, ...(saved && { stock_changes: number }) })
    const subject = { kind: 'variant' as const, id, name: row.name }
    await recordActivity(tx, { actor, action: 'variant.updated', subject, changes, at })
    return { data: toVariant(row, keys), meta: saved?.changes }
  })
}

/**
 * Changes the price of a variant, and nothing else: a draft stays one.
 * @param variant read after its row was locked
 * @param cents the new price
 */
export async function savePrice(tx: Db, actor: Actor, at: Date, variant: repo.VariantRow, cents: number): Promise<void> {
  const { id, name, version, price_cents } = variant
  await repo.updateVariant(tx, id, { price_cents: cents, version: version + 1 })
  const changes = { price: { before: centsToDollars(price_cents), after: centsToDollars(cents) } }
  await recordActivity(tx, { actor, action: 'variant.updated', subject: { kind: 'variant', id, name }, changes, at })
}

type Saved = Pick<repo.VariantRow, 'name' | 'price_cents' | 'max_per_order' | 'low_stock_threshold' | 'stock' | 'is_draft'>

function fieldChanges(before: Saved, after: Saved): Changes {
  const recorded = ({ name, price_cents, max_per_order, low_stock_threshold, stock, is_draft }: Saved) => ({
    ...{ name, price: centsToDollars(price_cents), max_per_order, low_stock_threshold, stock, is_draft: is_draft === 1 },
  })
  return differences(recorded(before), recorded(after))
}

/** Counts of keys, never values (docs/reference/calls.md, Activity). */
const keyCounts = ({ added = 0, removed = 0, reserved_removed = 0 }: Partial<KeyChanges> = {}): Changes =>
  creation({
    ...(added > 0 && { keys_added: added }),
    ...(removed > 0 && { keys_removed: removed }),
    ...(reserved_removed > 0 && { reserved_keys_removed: reserved_removed }),
  })
