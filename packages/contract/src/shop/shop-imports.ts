import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { oneOf, queryFlag } from '../fields.ts'
import { limits } from '../limits.ts'
import { timeZone } from '../lists.ts'
import { count, flag, id, moment, rowsOf, text } from '../tolerant.ts'

/** What a file has (docs/reference/shop-imports.md). */
export const shopImportKinds = ['products', 'keys', 'orders'] as const
export type ShopImportKind = (typeof shopImportKinds)[number]

/** Whose layout a file has. Keys have only our own. */
export const shopImportFormats = ['woocommerce', 'shopify', 'keydesk'] as const
export type ShopImportFormat = (typeof shopImportFormats)[number]

export const shopImportFormatNames: Readonly<Record<ShopImportFormat, string>> = {
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  keydesk: 'Keydesk',
}

/** What an import does with a row. Only `new` is stored. */
export const shopDispositions = ['new', 'exists', 'invalid'] as const
export type ShopDisposition = (typeof shopDispositions)[number]

/** The fields beside the file. */
export const shopImportForm = z.object({
  kind: oneOf('kind', shopImportKinds),
  format: oneOf('format', shopImportFormats),
  /** The zone of times that have no offset. */
  time_zone: z._default(timeZone, 'UTC'),
})
export type ShopImportForm = z.infer<typeof shopImportForm>

/** How many rows have each disposition; together they are all rows of the file. */
export const shopImportCounts = z.object({ new: count, exists: count, invalid: count })
export type ShopImportCounts = z.infer<typeof shopImportCounts>

export const shopFileRow = z.object({
  /** The number of the row as a spreadsheet shows it: the titles are row 1. */
  row: count,
  /** One of `shopDispositions`. */
  disposition: text,
  /** What the row becomes, or why it is not stored. Never a key. */
  reason: z.optional(text),
})
export type ShopFileRow = z.infer<typeof shopFileRow>

/** What an import would do; nothing is stored. */
export const shopImportPreview = z.object({
  counts: shopImportCounts,
  rows: z.array(shopFileRow),
  /** The titles of the columns that the import does not read. */
  unused_columns: z.array(z.string()),
  /** The currency of imported orders, as the file names it. Their amounts are stored as dollars. */
  currency: z.optional(text),
})
export type ShopImportPreview = z.infer<typeof shopImportPreview>

/** `running` is stored batch by batch; `cancelling` and `undoing` are removed batch by batch. `failed` is one that nobody cancelled. */
export const shopImportStates = ['running', 'done', 'cancelling', 'cancelled', 'failed', 'undoing', 'undone'] as const
export type ShopImportState = (typeof shopImportStates)[number]

export const shopImport = z.object({
  id,
  kind: text,
  format: text,
  file_name: text,
  /** One of `shopImportStates`. */
  state: text,
  counts: shopImportCounts,
  /** How many of the new rows are stored so far. */
  stored: count,
  /** How many things stay after it was undone or cancelled or has failed, because something was built on them. */
  kept: count,
  created_at: moment,
  created_by: text,
  undone_at: moment,
  undone_by: text,
})
export type ShopImport = z.infer<typeof shopImport>

export const startedShopImportStates = ['running', 'done', 'failed', 'cancelled'] as const satisfies readonly ShopImportState[]

export const startedShopImport = z.object({
  id,
  /** What the file has. A failed or cancelled import leaves nothing of it but what was sold, changed or built on meanwhile. */
  counts: shopImportCounts,
  /** One of `startedShopImportStates`. */
  state: text,
})
export type StartedShopImport = z.infer<typeof startedShopImport>

/** `kept` counts what was sold, changed or built on since. Both are 0 while it is not done. */
export const undoneShopImport = z.object({ removed: count, kept: count, is_done: flag })
export type UndoneShopImport = z.infer<typeof undoneShopImport>

export const cancelledShopImport = z.object({ is_cancelling: flag })

const path = '/admin/shop-imports'
const access = 'shop-imports:manage'
export const shopImports = {
  start: endpoint({
    method: 'POST',
    path,
    access,
    summary: 'Import products, keys or past orders of another shop, or with `dry_run` preview the import',
    beyondSpec: true,
    query: z.object({ dry_run: queryFlag('dry_run', false), wait: queryFlag('wait', true) }),
    upload: 'file',
    uploadBytes: limits.shopImportBytes,
    form: shopImportForm,
    status: 201,
    dryRunStatus: 200,
    response: wrapped(z.union([shopImportPreview, startedShopImport])),
  }),
  list: endpoint({
    method: 'GET',
    path,
    access,
    summary: 'Imports, newest first: the newest 100',
    beyondSpec: true,
    response: wrapped(rowsOf(shopImport)),
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}/:id/cancel`,
    access,
    summary: 'Stop an import that is being stored, and remove what it has stored',
    beyondSpec: true,
    response: wrapped(cancelledShopImport),
  }),
  undo: endpoint({
    method: 'POST',
    path: `${path}/:id/undo`,
    access,
    summary: 'Remove what an import stored, except what was built on since',
    beyondSpec: true,
    query: z.object({ wait: queryFlag('wait', true) }),
    response: wrapped(undoneShopImport),
  }),
}

/** A file and no JSON, so it is not in `shopImports`. */
export const shopExport = endpoint({
  method: 'GET',
  path: '/admin/export',
  access: 'shop-imports:manage',
  summary: 'Everything in the shop as one zip archive: CSV files and pictures. It holds the values of all keys',
  query: z.object({}),
  response: z.string(),
})

/** A file of a shop is refused; the browser and the server use the same sentences. */
export const shopFileRefusals = {
  empty: 'The file is empty',
  tooLarge: `The file is larger than ${limits.shopImportBytes / 1024 / 1024} MB: split it into several`,
}

/** The titles of the layouts that people fill in themselves, with one row as an example. */
export const shopTemplates: Readonly<Record<ShopImportKind, readonly (readonly string[])[]>> = {
  products: [
    ['Product', 'Variant', 'Price', 'SKU', 'Description', 'Category', 'Game', 'Listed'],
    ['Aurora', '30 days', '19.99', 'AUR-30', 'What it is', 'cheats', '', 'yes'],
  ],
  keys: [
    ['Product', 'Variant', 'SKU', 'Key'],
    ['Aurora', '30 days', 'AUR-30', 'XXXX-YYYY-ZZZZ'],
  ],
  orders: [
    ['Order', 'Date', 'Email', 'Product', 'Variant', 'SKU', 'Quantity', 'Amount', 'Key'],
    ['1001', '2026-01-31 14:30', 'ann@example.com', 'Aurora', '30 days', 'AUR-30', '1', '19.99', 'AAAA-BBBB-CCCC'],
  ],
}
