import { categories, limits, parseVideoAddress, videoId, type ProductInput, type ShopImportFormat } from '@keydesk/contract'
import type { ImportedVariant } from '../variants/variants.service.ts'
import { decodeEntities, readCents, readCount, readFlag, readMoment, toPlainText, toRichText, type Clock } from './cells.rules.ts'
import type { Cells, Titles } from './columns.rules.ts'
import { productTitles } from './own-layout.rules.ts'

/** Files of products: each row as one shape, whatever shop wrote it (docs/reference/shop-imports.md, Products). */

export interface ProductLine {
  readonly row: number
  /** Rows with the same group are one product. */
  readonly group: string
  /** Another name of the group: rows may name their product by its id or its SKU. */
  readonly alias?: string
  /** The fields of the product; null for a row that only adds a variant to its group. */
  readonly product: (Omit<ProductInput, 'version'> & { readonly name: string }) | null
  /** The videos of the product, as they are stored. Other shops have none. */
  readonly videos?: readonly string[]
  readonly isPublished: boolean
  /** A file of our own says itself what is listed. */
  readonly isOwn?: true
  /** Null for a row of the product alone. */
  readonly variant: VariantLine | null
  /** Why the row cannot be used. */
  readonly problem?: string
}

export interface VariantLine extends ImportedVariant {
  readonly row: number
}

/** The name of the only variant of a product that has no choices. */
const onlyVariant = 'Standard'

export interface ProductLayout<Field extends string = string> {
  readonly titles: Titles<Field>
  readonly numbered: readonly RegExp[]
  /** A file without these has another layout. */
  readonly needs: readonly NoInfer<Field>[]
  readonly read: (cells: Cells<NoInfer<Field>>, clock: Clock) => ProductLine
}

const layout = <Field extends string>(made: ProductLayout<Field>): ProductLayout => made

/** What a file of another shop does not say: category, game and statuses (docs/reference/shop-imports.md, Products). */
function foreignProduct(name: string, summary: string, description: string, kinds: readonly string[]) {
  const words = new Set(kinds.flatMap((text) => text.toLowerCase().split(/[,>/|]/)).map((word) => word.trim()))
  const text = toPlainText(summary === '' ? description : summary)
  return {
    name: decodeEntities(name),
    description: summary === '' ? firstOf(text) : text,
    full_description: toRichText(description),
    category: categories.find((category) => words.has(category)) ?? 'cheats',
    detection_status: 'Unknown' as const,
  }
}

/** The beginning of a long text, cut between words, or else between characters. */
const firstOf = (text: string): string => (text.length <= 300 ? text : `${text.slice(0, 300).replace(/\s+\S*$|\p{Cs}$/u, '')}…`)

function variantOf(row: number, name: string, sku: string, price: string): { variant: VariantLine; problem?: string } {
  const cents = readCents(price)
  const variant = { row, name, sku, price_cents: cents ?? 0 }
  if (price === '') return { variant, problem: 'It has no price' }
  if (cents === null) return { variant, problem: `The price ${price.slice(0, 40)} cannot be read for sure. Write it as 19.99` }
  if (name === '') return { variant, problem: 'The variant has no name' }
  return name.length > limits.shortText
    ? { variant, problem: `The name of the variant is longer than ${limits.shortText} characters` }
    : { variant }
}

const attributeValues = /^Attribute \d+ value\(s\)$/i
const optionValues = /^Option\d value$/i

const woocommerce = layout({
  titles: {
    id: ['ID'],
    type: ['Type'],
    sku: ['SKU'],
    name: ['Name'],
    published: ['Published'],
    visibility: ['Visibility in catalog'],
    featured: ['Is featured?'],
    summary: ['Short description'],
    description: ['Description'],
    saleFrom: ['Date sale price starts'],
    saleTo: ['Date sale price ends'],
    sale: ['Sale price'],
    price: ['Regular price', 'Price'],
    categories: ['Categories'],
    tags: ['Tags'],
    parent: ['Parent'],
    note: ['Purchase note'],
  },
  numbered: [attributeValues, /^Attribute \d+ name$/i],
  needs: ['type', 'name'],
  read: (cells, clock) => {
    const { row, get } = cells
    const types = get('type')
      .toLowerCase()
      .split(',')
      .map((type) => type.trim())
    const sku = get('sku')
    const own = get('id') === '' ? (sku === '' ? `row:${row}` : `sku:${sku.toLowerCase()}`) : `id:${get('id')}`
    const name = get('name')
    const isPublished = get('published') === '1' && get('visibility') !== 'hidden'
    if (types.includes('variation')) {
      const parent = get('parent')
      const group = /^id:/i.test(parent) ? parent.toLowerCase() : `sku:${parent.toLowerCase()}`
      const values = cells.list(attributeValues).filter((value) => value !== '')
      const choice = values.map((value) => value.replaceAll(String.raw`\,`, ',')).join(' / ') || decodeEntities(name)
      const { variant, ...problem } = variantOf(row, choice, sku, salePrice(get, clock))
      // A variation that is switched off is 0; one of a product that is not published is -1.
      return { row, group, product: null, isPublished: true, variant: { ...variant, is_draft: get('published') === '0' }, ...problem }
    }
    const text = (field: 'summary' | 'description' | 'note') => withLines(get(field))
    const fields = {
      ...foreignProduct(name, text('summary'), text('description'), [get('categories'), get('tags')]),
      featured: readFlag(get('featured')),
      instructions: toPlainText(text('note')),
    }
    const base = { row, group: own, ...(sku !== '' && { alias: `sku:${sku.toLowerCase()}` }), product: fields, isPublished }
    if (types.includes('variable')) return { ...base, variant: null }
    if (!types.includes('simple'))
      return { ...base, variant: null, problem: `A product of the type ${types[0]!.slice(0, 40) || 'without a name'} is not sold by keys` }
    return { ...base, ...variantOf(row, onlyVariant, sku, salePrice(get, clock)) }
  },
})

/** WooCommerce writes a line end as `\n`. */
const withLines = (text: string): string => text.replaceAll(/\\\\n|\\n/g, (found) => (found === String.raw`\n` ? '\n' : String.raw`\n`))

/** The price that customers pay now. */
function salePrice(get: (field: 'sale' | 'price' | 'saleFrom' | 'saleTo') => string, clock: Clock): string {
  const { now } = clock
  const [from, to] = [readMoment(get('saleFrom'), clock), readMoment(get('saleTo'), clock)]
  const isOn = get('sale') !== '' && (from === null || from <= now) && (to === null || to >= now)
  return isOn ? get('sale') : get('price')
}

const shopify = layout({
  titles: {
    handle: ['Handle', 'URL handle'],
    title: ['Title'],
    body: ['Body (HTML)', 'Description'],
    vendorCategory: ['Product Category'],
    type: ['Type'],
    tags: ['Tags'],
    published: ['Published', 'Published on online store'],
    status: ['Status'],
    sku: ['Variant SKU', 'SKU'],
    price: ['Variant Price', 'Price'],
  },
  numbered: [optionValues, /^Option\d name$/i],
  needs: ['handle', 'title'],
  read: (cells) => {
    const { row, get } = cells
    const [handle, title] = [get('handle'), get('title')]
    const status = get('status').toLowerCase()
    const isPublished = (status === '' || status === 'active') && (get('published') === '' || readFlag(get('published')))
    const product = title === '' ? null : foreignProduct(title, '', get('body'), [get('type'), get('tags'), get('vendorCategory')])
    const base = { row, group: handle.toLowerCase(), product, isPublished }
    if (handle === '') return { ...base, variant: null, problem: 'It has no handle' }
    const values = cells.list(optionValues).filter((value) => value !== '')
    if (values.length === 0 && get('price') === '')
      return { ...base, variant: null, ...(product === null && { problem: 'It has only a picture. Pictures are not imported' }) }
    const choice = values.join(' / ')
    return { ...base, ...variantOf(row, choice === 'Default Title' || choice === '' ? onlyVariant : choice, get('sku'), get('price')) }
  },
})

const texts = [
  ...(['description', 'full_description', 'category', 'game_name', 'cheat_type', 'spoofer_type', 'anti_cheat', 'firmware_type'] as const),
  ...(['hardware_type', 'update_status', 'detection_status', 'requirements', 'supported_on', 'instructions'] as const),
]
const flags = ['featured', 'sales_paused', 'has_day_keys'] as const
const lists = ['faq', 'updates', 'anti_cheats_supported'] as const

const keydesk = layout({
  titles: productTitles,
  numbered: [],
  needs: ['name'],
  read: ({ row, get }) => {
    const name = get('name')
    const problems: string[] = []
    const json = (text: string): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        problems.push('A list in it cannot be read')
        return []
      }
    }
    const given = <T>(fields: readonly Parameters<typeof get>[0][], to: (text: string) => T) =>
      Object.fromEntries(fields.flatMap((field) => (get(field) === '' ? [] : [[field, to(get(field))]])))
    const fields = { name, ...given(texts, String), ...given(flags, readFlag), ...given(lists, json) } as ProductLine['product']
    const { videos, problem: videoProblem } = readVideos(get('videos'))
    if (videoProblem !== undefined) problems.push(videoProblem)
    // So far the problems are of the product. A later row may still make it.
    const product = name === '' || problems.length > 0 ? null : fields
    const isPublished = readFlag(get('listed'))
    const group = get('ref') === '' ? `name:${name.toLowerCase()}` : `ref:${get('ref')}`
    const base = { row, group, product, videos, isPublished, isOwn: true as const }
    if (name === '') return { ...base, variant: null, problem: 'The product has no name' }
    if (get('variant') === '' && get('price') === '')
      return { ...base, variant: null, ...(problems.length > 0 && { problem: problems[0] }) }
    const made = variantOf(row, get('variant') || onlyVariant, get('sku'), get('price'))
    const [most, low] = [readCount(get('max_per_order')), readCount(get('low_stock_threshold'))]
    if (most === null || most === 0 || (most ?? 0) > limits.quantity) problems.push('Max per order must be a whole number from 1 to 1,000')
    if (low === null || (low ?? 0) > limits.lowStockThreshold)
      problems.push('Low stock threshold must be a whole number from 0 to 1,000,000')
    const variant = {
      ...made.variant,
      ...(typeof most === 'number' && { max_per_order: most }),
      ...(typeof low === 'number' && { low_stock_threshold: low }),
      ...(readFlag(get('draft')) && { is_draft: true }),
    }
    const problem = made.problem ?? problems[0]
    return { ...base, variant, ...(problem !== undefined && { problem }) }
  },
})

/** Videos, with an address on each line, by the rules of a product's page. */
function readVideos(cell: string): { readonly videos: string[]; readonly problem?: string } {
  const addresses = cell.split('\n').filter((line) => line.trim() !== '')
  const videos = addresses.flatMap((address) => parseVideoAddress(address) ?? [])
  if (videos.length < addresses.length) return { videos, problem: 'A video in it is not a Vimeo address' }
  if (new Set(videos.map(videoId)).size < videos.length) return { videos, problem: 'It has a video twice' }
  return videos.length > limits.mediaItems
    ? { videos, problem: `A product can have at most ${limits.mediaItems} images and videos` }
    : { videos }
}

export const productLayouts: Readonly<Record<ShopImportFormat, ProductLayout>> = { woocommerce, shopify, keydesk }
