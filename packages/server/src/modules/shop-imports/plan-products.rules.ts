import { checkProduct, limits } from '@keydesk/contract'
import { newProductFields, type ProductFields } from '../products/products.service.ts'
import type { KnownCatalogue, KnownProduct } from './known-catalogue.rules.ts'
import { alreadyDeleted, alreadyThere, Dispositions } from './plan.rules.ts'
import type { ProductLine, VariantLine } from './product-layouts.rules.ts'

/** A product that an import makes. Its rich texts are not cleaned yet. */
export interface PlannedProduct {
  readonly fields: ProductFields
  readonly videos: readonly string[]
  readonly variants: readonly VariantLine[]
  /** How many rows of the file it has. */
  readonly rows: number
}

export interface ProductsPlan {
  readonly dispositions: Dispositions
  readonly products: readonly PlannedProduct[]
  /** New variants of products that the shop has already. */
  readonly variants: readonly { readonly product: KnownProduct; readonly variant: VariantLine }[]
}

interface Group {
  readonly row: number
  readonly name: string
  readonly known: KnownProduct | undefined
  /** Null for a product that is known, or cannot be used. */
  readonly fields: ProductFields | null
  readonly videos: readonly string[]
  readonly isPublished: boolean
  readonly isOwn: boolean
  readonly variants: VariantLine[]
  /** The names of its variants without case, each with its row. */
  readonly names: Map<string, number>
}

/** Decides what becomes of the rows of products, one after the other (docs/reference/shop-imports.md, Products). */
export class ProductsPlanner {
  readonly #catalogue: KnownCatalogue
  readonly #groups = new Map<string, Group>()
  readonly #skus = new Map<string, number>()
  /** Known products that a group stands for: two products may have one name. */
  readonly #taken = new Set<number>()
  readonly #dispositions = new Dispositions()
  readonly #added: { product: KnownProduct; variant: VariantLine }[] = []

  constructor(catalogue: KnownCatalogue) {
    this.#catalogue = catalogue
  }

  read(line: ProductLine): void {
    const group = this.#groups.get(line.group) ?? this.#open(line)
    const { row, variant } = line
    if (typeof group === 'string') return this.#refuse(row, group)
    if (line.problem !== undefined) return this.#refuse(row, line.problem)
    if (group.fields === null && group.known === undefined) return this.#refuse(row, `The product in row ${group.row} cannot be used`)
    if (variant === null) {
      if (group.row !== row) return this.#refuse(row, `Row ${group.row} has this product, too`)
      return group.known === undefined
        ? this.#dispositions.add(row, 'new', `New product: ${group.name}`)
        : this.#dispositions.add(row, 'exists', alreadyThere)
    }
    this.#readVariant(row, variant, group)
  }

  #readVariant(row: number, variant: VariantLine, group: Group): void {
    const [sku, name] = [variant.sku.toLowerCase(), variant.name.toLowerCase()]
    const isKnown = this.#catalogue.findSku(sku) ?? group.known?.variants.find((each) => each.name.toLowerCase() === name)
    if (isKnown !== undefined) return this.#dispositions.add(row, 'exists', isKnown.deleted_at === null ? alreadyThere : alreadyDeleted)
    const earlier = sku === '' ? group.names.get(name) : this.#skus.get(sku)
    if (earlier !== undefined)
      return this.#refuse(row, sku === '' ? `Row ${earlier} has this variant, too` : `Row ${earlier} has this SKU, too`)
    if (group.variants.length + (group.known?.variants.length ?? 0) >= limits.listItems)
      return this.#refuse(row, `A product has at most ${limits.listItems} variants`)
    if (sku !== '') this.#skus.set(sku, row)
    group.names.set(name, row)
    group.variants.push(variant)
    if (group.known !== undefined) this.#added.push({ product: group.known, variant })
    const isFirst = group.known === undefined && group.row === row
    this.#dispositions.add(row, 'new', isFirst ? `New product: ${group.name}` : `New variant of ${group.name}: ${variant.name}`)
  }

  /** Begins the product of a row. Returns a sentence if the row has none. */
  #open(line: ProductLine): Group | string {
    const { row, product, variant } = line
    if (product === null) return line.problem ?? 'Its product is not above it in the file'
    const known = this.#findKnown(product.name, variant?.sku ?? '')
    if (known !== undefined) this.#taken.add(known.id)
    const fields = { ...newProductFields(product.name, product.description ?? ''), ...product }
    const [problem] = line.problem !== undefined && variant === null ? [line.problem] : Object.values(checkProduct(fields, {}))
    const isUsable = known === undefined && problem === undefined
    const facts = {
      row,
      name: product.name,
      known,
      fields: isUsable ? fields : null,
      videos: line.videos ?? [],
      isPublished: line.isPublished,
      isOwn: line.isOwn === true,
    }
    const group: Group = { ...facts, variants: [], names: new Map() }
    for (const name of [line.group, line.alias ?? line.group]) this.#groups.set(name, group)
    return problem !== undefined && known === undefined ? problem : group
  }

  #findKnown(name: string, sku: string): KnownProduct | undefined {
    const bySku = this.#catalogue.findSku(sku)
    const named = this.#catalogue.findProducts(bySku?.product_name ?? name)
    if (bySku !== undefined) return named.find(({ id }) => id === bySku.product_id)
    return named.find(({ id }) => !this.#taken.has(id))
  }

  #refuse(row: number, reason: string): void {
    this.#dispositions.add(row, 'invalid', reason)
  }

  finish(): ProductsPlan {
    const newRows = new Set(this.#dispositions.rows.flatMap(({ row, disposition }) => (disposition === 'new' ? [row] : [])))
    const products = [...new Set(this.#groups.values())].flatMap(({ row, fields, videos, variants, isPublished, isOwn }) => {
      // A product whose only row has a variant that cannot be used is not made.
      if (fields === null || (variants.length === 0 && !newRows.has(row))) return []
      // Something without a price would be given away.
      const isSellable = variants.length > 0 && variants.every(({ price_cents }) => price_cents > 0)
      const isListed = isPublished && (isOwn || isSellable)
      const isRowOfItsOwn = newRows.has(row) && variants[0]?.row !== row
      return [{ fields: { ...fields, unlisted: !isListed }, videos, variants, rows: variants.length + Number(isRowOfItsOwn) }]
    })
    return { dispositions: this.#dispositions, products, variants: this.#added }
  }
}
