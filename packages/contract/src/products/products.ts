import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { freeText, listUpTo, oneOf, oneOfOrNone, requiredText, toggle, version } from '../fields.ts'
import { limits } from '../limits.ts'
import { mediaItem } from './media.ts'
import { price } from '../values/money.ts'
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
import { flag, id, listOf, moment, optionalCount, optionalFlag, text } from '../tolerant.ts'
import { keyList, maxPerOrder, variantSummary, passthroughVariantSummary } from '../variants/variants.ts'

/** The most characters of a product's texts. */
interface TextLimits {
  readonly shortText: number
  readonly longText: number
  readonly html: number
  /** Ends the sentence about a text of HTML that is too long. */
  readonly asHtml?: string
}

const unlimited: TextLimits = { shortText: Infinity, longText: Infinity, html: Infinity }

export const productWithin = (max: TextLimits) =>
  z.object({
    name: z.optional(requiredText('Name', max.shortText)),
    description: z.optional(freeText('Description', max.longText)),
    full_description: z.optional(freeText('Full description', max.html, max.asHtml)),
    category: z.optional(oneOf('Category', categories)),
    featured: z.optional(toggle('Featured')),
    unlisted: z.optional(toggle('Unlisted')),
    sales_paused: z.optional(toggle('Sales paused')),
    game_name: z.optional(freeText('Game', max.shortText)),
    cheat_type: z.optional(oneOfOrNone('Cheat type', cheatTypes)),
    has_day_keys: z.optional(toggle('Day keys')),
    spoofer_type: z.optional(oneOfOrNone('Spoofer type', spooferTypes)),
    anti_cheats_supported: z.optional(
      listUpTo('Supported anti-cheats', oneOf('Supported anti-cheats', spooferAntiCheats), limits.listItems),
    ),
    anti_cheat: z.optional(oneOfOrNone('Anti-cheat', firmwareAntiCheats)),
    firmware_type: z.optional(oneOfOrNone('Firmware type', firmwareTypes)),
    hardware_type: z.optional(oneOfOrNone('Hardware type', hardwareTypes)),
    update_status: z.optional(oneOf('Update status', updateStatuses)),
    detection_status: z.optional(oneOf('Detection status', detectionStatuses)),
    requirements: z.optional(freeText('System requirements', max.html, max.asHtml)),
    supported_on: z.optional(freeText('Supported on', max.longText)),
    instructions: z.optional(freeText('Instructions', max.html)),
    faq: z.optional(
      listUpTo(
        'FAQ',
        z.object({ question: requiredText('Question', max.longText), answer: requiredText('Answer', max.longText) }),
        limits.listItems,
      ),
    ),
    updates: z.optional(
      listUpTo(
        'Updates',
        z.object({
          title: requiredText('Title', max.shortText),
          date: z.iso.date('Date must be written as YYYY-MM-DD'),
          description: requiredText('Description', max.html, max.asHtml),
        }),
        limits.listItems,
      ),
    ),
    version,
  })

/**
 * What a member may change by saving a product. A field that is left out stays as it is. How long its texts may be depends on what
 * is stored: see `checkProduct`.
 */
export const productInput = productWithin(unlimited)
export type ProductInput = z.infer<typeof productInput>

/** POST /admin/products: the dialog's fields. */
export const newProduct = z.object({
  name: requiredText('Name'),
  description: z._default(freeText('Description', limits.longText), ''),
  variants: z._default(
    listUpTo(
      'Variants',
      z.object({ name: requiredText('Variant name'), price, keys: z._default(keyList, []), max_per_order: maxPerOrder }),
      limits.listItems,
    ),
    [],
  ),
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
  /** The store shows it but does not sell it. A foreign host leaves it out. */
  sales_paused: optionalFlag,
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
 * A product as the browser reads it: unknown fields of a foreign host pass through, because a save sends the whole product. A foreign host
 * need not send dates of a product, and the web app shows none, so they pass unread.
 */
const passthroughProduct = z.looseObject({
  ...z.omit(product, { created_at: true, updated_at: true }).shape,
  media_items: listOf(z.looseObject(mediaItem.shape)),
  faq: listOf(z.looseObject(faqRow.shape)),
  updates: listOf(z.looseObject(updateRow.shape)),
  variants: listOf(passthroughVariantSummary),
})

/** The name of the copy. */
export const duplicateInput = z.object({ name: requiredText('Name') })

const path = '/admin/products'
const oneProduct = { response: wrapped(product), read: wrapped(passthroughProduct) }
export const products = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'products:read',
    summary: 'All products, newest first',
    response: wrapped(z.array(product)),
    read: wrapped(z.array(passthroughProduct)),
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'products:write',
    summary: 'Create a product with its first variants',
    body: newProduct,
    bodyLimit: limits.keysBody,
    ...oneProduct,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: `${path}/:id/duplicate`,
    access: 'products:write',
    summary: 'Create an unlisted copy of a product, without keys',
    beyondSpec: true,
    body: duplicateInput,
    status: 201,
    ...oneProduct,
  }),
  find: endpoint({
    method: 'GET',
    path: '/products/id/:id',
    access: 'optional',
    summary: 'One product: everything for a member, the public view for others',
    ...oneProduct,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: 'products:write',
    summary: 'Save a product',
    body: productInput,
    bodyLimit: 16 * 1024 * 1024,
    ...oneProduct,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'products:write',
    summary: 'Delete a product; what was sold stays readable with its orders',
    response: wrapped(z.null()),
  }),
}
