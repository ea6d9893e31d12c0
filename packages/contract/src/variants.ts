import * as z from 'zod/mini'
import { endpoint, wrapped } from './endpoint.ts'
import { listUpTo, reference, requiredText, version } from './fields.ts'
import { limits } from './limits.ts'
import { price } from './money.ts'
import { amount, convertFirst, count, id, listOf, optionalCount, rowsOf, text } from './tolerant.ts'

/** The available stock as a list of texts, one a key. */
export const keyList = listUpTo('Keys', z.string('Each key must be text'), limits.keysPerSave)

const maxPerOrderRule = 'Max per order must be a whole number from 1 to 1,000'
export const maxPerOrder = z.optional(
  z.int(maxPerOrderRule).check(z.minimum(1, maxPerOrderRule), z.maximum(limits.quantity, maxPerOrderRule)),
)

export const newVariantInput = z.object({
  product_id: reference('Product'),
  name: requiredText('Variant name'),
  price,
  keys: z._default(keyList, []),
  max_per_order: maxPerOrder,
})
export type NewVariantInput = z.infer<typeof newVariantInput>

/** What Save Variant sends. `keys` is the whole available stock, one text a key; left out, the stock stays. */
export const variantInput = z.object({
  name: z.optional(requiredText('Variant name')),
  price: z.optional(price),
  keys: z.optional(keyList),
  max_per_order: maxPerOrder,
  version,
})
export type VariantInput = z.infer<typeof variantInput>

export const licenseKey = z.object({ id, variant_id: id, value: text })
export type LicenseKey = z.infer<typeof licenseKey>

/** A variant inside a product: a count in place of the key values (design section 3). */
export const variantSummary = z.object({
  id,
  product_id: count,
  name: text,
  /** Dollars. */
  price: amount,
  /** Available keys; a foreign host may leave it out and send `keys` instead. */
  stock: optionalCount,
  keys: z.catch(z.optional(rowsOf(licenseKey)), undefined),
  version: optionalCount,
})
export type VariantSummary = z.infer<typeof variantSummary>

const looseKey = convertFirst(
  (key) => (typeof key === 'string' ? { value: key } : key),
  z.looseObject({ id: optionalCount, variant_id: optionalCount, value: text }),
)
/** As the browser reads it: unknown fields are kept, and keys may be bare texts. */
export const looseVariantSummary = z.looseObject({
  ...variantSummary.shape,
  keys: z.catch(z.optional(rowsOf(looseKey)), undefined),
})

/** A variant opened for editing, with the values of its available keys, oldest first. */
export const variant = z.extend(variantSummary, {
  keys: listOf(licenseKey),
  /** How many of its keys one order may have; a foreign host does not know it. */
  max_per_order: optionalCount,
})
export type Variant = z.infer<typeof variant>

/** How a saved list of keys differed from the stock (design section 3). */
export const keyChanges = z.object({ added: count, removed: count, duplicates: count, already_sold: count })
export type KeyChanges = z.infer<typeof keyChanges>

const withKeyChanges = z.object({ data: variant, meta: z.optional(keyChanges) })

const path = '/admin/variants'
export const variants = {
  find: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: 'admin',
    holdsKeys: true,
    summary: 'One variant with its available keys',
    response: wrapped(variant),
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/`,
    access: 'admin',
    holdsKeys: true,
    summary: 'Create a variant',
    body: newVariantInput,
    bodyLimit: limits.keysBody,
    response: withKeyChanges,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: 'admin',
    holdsKeys: true,
    summary: 'Save a variant; its available keys become the list sent',
    body: variantInput,
    bodyLimit: limits.keysBody,
    response: withKeyChanges,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'admin',
    summary: 'Delete a variant; sold keys stay with their orders',
    query: z.object({ permanent: z._default(z.stringbool('permanent must be true or false'), false) }),
    response: wrapped(z.null()),
  }),
}
