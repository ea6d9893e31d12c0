import { z } from 'zod'
import { endpoint, wrapped } from './endpoint.ts'
import { freeText, listUpTo, oneOf, oneOfOrNone, requiredText, toggle, version } from './fields.ts'
import { limits } from './limits.ts'
import { mediaItem } from './media.ts'
import { price } from './money.ts'
import {
  categories,
  cheatTypes,
  detectionStatuses,
  firmwareAntiCheats,
  firmwareTypes,
  hardwareTypes,
  spooferAntiCheats,
  spooferTypes,
  updateStatuses,
} from './product-options.ts'
import { flag, id, listOf, moment, optionalCount, text } from './tolerant.ts'
import { keyList, variantSummary, looseVariantSummary } from './variants.ts'

export const faqItem = z.object({ question: requiredText('Question', limits.longText), answer: requiredText('Answer', limits.longText) })
export type FaqItem = z.infer<typeof faqItem>

export const updateItem = z.object({
  title: requiredText('Title'),
  date: z.iso.date('Date must be written as YYYY-MM-DD'),
  description: requiredText('Description', limits.html),
})
export type UpdateItem = z.infer<typeof updateItem>

/** What an administrator may change by saving a product. A field that is left out stays as it is. */
export const productInput = z.object({
  name: requiredText('Name').optional(),
  description: freeText('Description', limits.longText).optional(),
  full_description: freeText('Full description', limits.html).optional(),
  category: oneOf('Category', categories).optional(),
  featured: toggle('Featured').optional(),
  unlisted: toggle('Unlisted').optional(),
  game_name: freeText('Game', limits.shortText).optional(),
  cheat_type: oneOfOrNone('Cheat type', cheatTypes).optional(),
  has_day_keys: toggle('Day keys').optional(),
  spoofer_type: oneOfOrNone('Spoofer type', spooferTypes).optional(),
  anti_cheats_supported: listUpTo('Supported anti-cheats', oneOf('Supported anti-cheats', spooferAntiCheats), limits.listItems).optional(),
  anti_cheat: oneOfOrNone('Anti-cheat', firmwareAntiCheats).optional(),
  firmware_type: oneOfOrNone('Firmware type', firmwareTypes).optional(),
  hardware_type: oneOfOrNone('Hardware type', hardwareTypes).optional(),
  update_status: oneOf('Update status', updateStatuses).optional(),
  detection_status: oneOf('Detection status', detectionStatuses).optional(),
  requirements: freeText('System requirements', limits.html).optional(),
  supported_on: freeText('Supported on', limits.longText).optional(),
  instructions: freeText('Instructions', limits.html).optional(),
  faq: listUpTo('FAQ', faqItem, limits.listItems).optional(),
  updates: listUpTo('Updates', updateItem, limits.listItems).optional(),
  version,
})
export type ProductInput = z.infer<typeof productInput>

/** POST /admin/products: the dialog's fields (spec section 7). */
export const newProduct = z.object({
  name: requiredText('Name'),
  description: freeText('Description', limits.longText).default(''),
  variants: listUpTo(
    'Variants',
    z.object({ name: requiredText('Variant name'), price, keys: keyList.default([]) }),
    limits.listItems,
  ).default([]),
})
export type NewProduct = z.infer<typeof newProduct>

const faqRow = z.object({ question: text, answer: text })
const updateRow = z.object({ title: text, date: text, description: text })

/** A product as it is read. Statuses and types are open texts here: a foreign host may know more of them. */
export const product = z.object({
  id,
  name: text,
  description: text,
  full_description: text,
  category: text,
  featured: flag,
  unlisted: flag,
  game_name: text,
  cheat_type: text,
  has_day_keys: flag,
  spoofer_type: text,
  anti_cheats_supported: listOf(z.string()),
  anti_cheat: text,
  firmware_type: text,
  hardware_type: text,
  update_status: text,
  detection_status: text,
  requirements: text,
  supported_on: text,
  instructions: text,
  /** The address of the chosen image, or empty. */
  thumbnail: text,
  /** The same image at card size, where the host makes one. */
  thumbnail_card: text,
  media_items: listOf(mediaItem),
  faq: listOf(faqRow),
  updates: listOf(updateRow),
  variants: listOf(variantSummary),
  version: optionalCount,
  created_at: moment,
  updated_at: moment,
})
export type Product = z.infer<typeof product>

/**
 * A product as the browser reads it: unknown fields of a foreign host are kept, because a save sends the whole product.
 * The specification knows no dates of a product, and the web app shows none: they pass as they are.
 */
const looseProduct = product
  .omit({ created_at: true, updated_at: true })
  .extend({
    media_items: listOf(mediaItem.loose()),
    faq: listOf(faqRow.loose()),
    updates: listOf(updateRow.loose()),
    variants: listOf(looseVariantSummary),
  })
  .loose()

const path = '/admin/products'
const oneProduct = { response: wrapped(product), read: wrapped(looseProduct) }
export const products = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'admin',
    summary: 'All products, newest first',
    response: wrapped(z.array(product)),
    read: wrapped(z.array(looseProduct)),
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'admin',
    summary: 'Create a product with its first variants',
    body: newProduct,
    bodyLimit: limits.keysBody,
    ...oneProduct,
  }),
  find: endpoint({
    method: 'GET',
    path: '/products/id/:id',
    access: 'optional',
    summary: 'One product: everything for an administrator, the public view for others',
    ...oneProduct,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: 'admin',
    summary: 'Save a product',
    body: productInput,
    bodyLimit: 16 * 1024 * 1024,
    ...oneProduct,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'admin',
    summary: 'Delete a product; what was sold stays readable with its orders',
    response: wrapped(z.null()),
  }),
}
