import { skuOf } from './own-layout.rules.ts'

/** Products and variants of the shop, as files name them. */

export interface KnownVariant {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly product_id: number
  readonly product_name: string
  /** ISO 8601 in UTC. */
  readonly created_at: string
  /** ISO 8601 in UTC; null if not deleted. */
  readonly deleted_at: string | null
}

export interface KnownProduct {
  readonly id: number
  readonly name: string
  readonly variants: readonly KnownVariant[]
}

const keyOf = (name: string): string => name.trim().toLowerCase()

/** Finds products and variants by SKU or by name, without case; a deleted variant only by its SKU in the archive of this shop. */
export class KnownCatalogue {
  readonly #bySku: Map<string, KnownVariant[]>
  readonly #byName: Map<string, KnownProduct[]>

  constructor(products: readonly { readonly id: number; readonly name: string }[], variants: readonly KnownVariant[]) {
    const isDeleted = ({ deleted_at }: KnownVariant) => deleted_at !== null
    const live = variants.filter((each) => !isDeleted(each))
    const byProduct = Map.groupBy(live, ({ product_id }) => product_id)
    const known = products.map(({ id, name }) => ({ id, name, variants: byProduct.get(id) ?? [] }))
    this.#byName = Map.groupBy(known, ({ name }) => keyOf(name))
    this.#bySku = Map.groupBy(live, (each) => keyOf(skuOf(each, false)))
    for (const gone of variants.filter(isDeleted)) {
      const sku = keyOf(skuOf(gone, true))
      // An earlier import of the archive may have made it again.
      if (!this.#bySku.has(sku)) this.#bySku.set(sku, [gone])
    }
  }

  findSku(sku: string): KnownVariant | undefined {
    return sku === '' ? undefined : this.#bySku.get(keyOf(sku))?.[0]
  }

  findProducts(name: string): readonly KnownProduct[] {
    return this.#byName.get(keyOf(name)) ?? []
  }

  /**
   * The variant that a row of keys or of an order names. `product` may hold both names, as in `Aurora - 30 days`.
   * @returns why there is none, as a sentence
   */
  resolve({ product, variant, sku }: { readonly product: string; readonly variant: string; readonly sku: string }): KnownVariant | string {
    const bySku = sku === '' ? [] : (this.#bySku.get(keyOf(sku)) ?? [])
    if (bySku.length === 1) return bySku[0]!
    if (product === '') return sku === '' ? 'It names no product' : `No variant has the SKU ${sku.slice(0, 80)}`
    const found = variant === '' ? this.#inOneName(product) : variantsNamed(this.findProducts(product), variant)
    if (found.length === 1) return found[0]!
    const named = (variant === '' ? product : `${product} - ${variant}`).slice(0, 200)
    if (found.length > 0) return `${found.length} variants are named ${named}. Name it by its SKU`
    const isProduct = variant === '' && this.findProducts(product).length > 0
    return isProduct ? `${named} has no variant, or several. Name one` : `${named} is not in the shop. Import the products first`
  }

  /** A product's only variant, or `PRODUCT - VARIANT` split at any of its dashes. */
  #inOneName(text: string): readonly KnownVariant[] {
    const whole = this.findProducts(text).flatMap((each) => (each.variants.length === 1 ? each.variants : []))
    if (whole.length > 0) return whole
    const dashes = [...text.matchAll(/ [-–] /g)].map(({ index }) => index).toReversed()
    for (const at of dashes) {
      const found = variantsNamed(this.findProducts(text.slice(0, at)), text.slice(at + 3).replaceAll(', ', ' / '))
      if (found.length > 0) return found
    }
    return []
  }
}

const variantsNamed = (products: readonly KnownProduct[], name: string): KnownVariant[] =>
  products.flatMap(({ variants }) => variants.filter((each) => keyOf(each.name) === keyOf(name)))
