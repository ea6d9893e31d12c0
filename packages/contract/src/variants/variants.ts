import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { listUpTo, queryFlag, reference, requiredText, version } from '../fields.ts'
import { guarded } from '../team/guarded.ts'
import { limits } from '../limits.ts'
import { listed, listQuery } from '../lists.ts'
import { price } from '../values/money.ts'
import {
  amount,
  convertFirst,
  count,
  id,
  listOf,
  moment,
  optionalAmount,
  optionalCount,
  optionalFlag,
  orElse,
  rowsOf,
  text,
} from '../tolerant.ts'

/** The available stock as a list of texts, one per key. */
export const keyList = listUpTo('Keys', z.string('Each key must be text'), limits.keysPerSave)

const maxPerOrderRule = 'Max per order must be a whole number from 1 to 1,000'
export const maxPerOrder = z.optional(
  z.int(maxPerOrderRule).check(z.minimum(1, maxPerOrderRule), z.maximum(limits.quantity, maxPerOrderRule)),
)

const thresholdRule = 'Low stock threshold must be a whole number from 0 to 1,000,000'
/** Null for none: then only the days that the stock lasts decide whether it is low. */
const lowStockThreshold = z.optional(
  z.nullable(z.int(thresholdRule).check(z.minimum(0, thresholdRule), z.maximum(limits.lowStockThreshold, thresholdRule))),
)

export const newVariantInput = z.object({
  product_id: reference('Product'),
  name: requiredText('Variant name'),
  price,
  keys: z._default(keyList, []),
  max_per_order: maxPerOrder,
})
export type NewVariantInput = z.infer<typeof newVariantInput>

/** What Save Variant sends. `keys` is the whole available stock, one text per key; if it is left out, the stock stays. */
export const variantInput = z.object({
  name: z.optional(requiredText('Variant name')),
  price: z.optional(price),
  keys: z.optional(keyList),
  max_per_order: maxPerOrder,
  low_stock_threshold: lowStockThreshold,
  /**
   * Names the keys that the editor showed: with it, only these are removed (docs/reference/keys.md, What an editor saw).
   */
  keys_seen: z.optional(z.string('keys_seen must be text').check(z.maxLength(100, 'keys_seen is not valid'))),
  version,
})
export type VariantInput = z.infer<typeof variantInput>

export const licenseKey = z.object({ id, variant_id: id, value: text })
export type LicenseKey = z.infer<typeof licenseKey>

/** A variant inside a product: a count in place of the key values. */
export const variantSummary = z.object({
  id,
  product_id: count,
  name: text,
  /** Dollars. */
  price: amount,
  /** Available keys; a foreign host may leave it out and send `keys` instead. */
  stock: optionalCount,
  keys: orElse(z.optional(rowsOf(licenseKey)), undefined),
  /** True until its first save, when it was made without keys: not for sale, not announced. Left out otherwise. */
  is_draft: optionalFlag,
  /** True if the stock is low (docs/reference/stock.md, Runway). Left out otherwise. */
  is_low: optionalFlag,
  /** Days that the stock lasts, to 1 decimal. Left out if nothing sells. */
  days_left: optionalAmount,
  version: optionalCount,
})
export type VariantSummary = z.infer<typeof variantSummary>

const passthroughKey = convertFirst(
  (key) => (typeof key === 'string' ? { value: key } : key),
  z.looseObject({ id: optionalCount, variant_id: optionalCount, value: text }),
)
/** As the browser reads it: unknown fields pass through, and keys may be bare texts. */
export const passthroughVariantSummary = z.looseObject({
  ...variantSummary.shape,
  keys: orElse(z.optional(rowsOf(passthroughKey)), undefined),
})

/**
 * A variant opened for editing, with the values of its available keys, oldest first. `keys_seen` names this list of keys: a save that
 * sends it back removes no others. A foreign host has none.
 */
export const variant = z.extend(z.omit(variantSummary, { is_low: true, days_left: true }), {
  keys: guarded('keys:read', listOf(licenseKey)),
  keys_seen: orElse(z.optional(z.string()), undefined),
  /** How many of its keys one order may have; a foreign host leaves it out. */
  max_per_order: optionalCount,
  /** Null or left out if it has none. */
  low_stock_threshold: orElse(z.optional(z.nullable(z.int())), undefined),
})
export type Variant = z.infer<typeof variant>

/** How a saved list of keys differed from the stock (docs/reference/keys.md, Saving a list of keys). */
export const keyChanges = z.object({
  added: count,
  removed: count,
  duplicates: count,
  /** Reserved, sold or refunded keys of this variant, which are not added again. */
  already_sold: count,
  /** Keys of other variants: a value is one key in the whole shop. */
  elsewhere: count,
  /** Reserved keys that are removed, not offered again, when their orders are cancelled or expire. */
  reserved_removed: count,
})
export type KeyChanges = z.infer<typeof keyChanges>

const withKeyChanges = z.object({ data: variant, meta: z.optional(keyChanges) })

/** A key that was removed from the list or with its variant. It is deleted after 30 days. */
export const removedKey = z.object({ id, value: text, removed_at: moment, removed_by: text })
export type RemovedKey = z.infer<typeof removedKey>

const path = '/admin/variants'
export const variants = {
  find: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: 'keys:read',
    summary: 'One variant with its available keys',
    response: wrapped(variant),
  }),
  keysShown: endpoint({
    method: 'POST',
    path: `${path}/:id/keys-shown`,
    access: 'keys:read',
    reads: true,
    summary: 'Record that somebody looks at the unsold keys of a variant: one row for each person, variant and hour',
    beyondSpec: true,
    response: wrapped(z.null()),
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/`,
    access: 'products:write',
    summary: 'Create a variant',
    body: newVariantInput,
    bodyLimit: limits.keysBody,
    response: withKeyChanges,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: 'products:write',
    summary: 'Save a variant; its available keys become the list sent',
    body: variantInput,
    bodyLimit: limits.keysBody,
    response: withKeyChanges,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'products:write',
    summary: 'Delete a variant; sold keys stay with their orders',
    query: z.object({ permanent: queryFlag('permanent', false) }),
    response: wrapped(z.null()),
  }),
  removedKeys: endpoint({
    method: 'GET',
    path: `${path}/:id/removed-keys`,
    access: 'keys:read',
    summary: 'Keys that were removed in the last 30 days, newest first: the newest 100 unless a limit says otherwise',
    beyondSpec: true,
    query: z.omit(listQuery, { q: true, sort: true }),
    response: listed(removedKey),
  }),
  restoreKeys: endpoint({
    method: 'POST',
    path: `${path}/:id/removed-keys/restore`,
    access: 'keys:write',
    summary: 'Put removed keys back on sale; those that are purged or already back are skipped',
    beyondSpec: true,
    body: z.object({ ids: z.optional(listUpTo('ids', reference('Each of the ids'), limits.keysPerSave)) }),
    bodyLimit: limits.keysBody,
    response: wrapped(z.object({ restored: count })),
  }),
}
