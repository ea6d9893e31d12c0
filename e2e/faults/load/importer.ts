import type { Product } from '@keydesk/contract'
import { dataOf, keysOf, unique } from '../world.ts'
import { asAdmin, type Join } from './actor.ts'

const count = 300

/** Makes products that hold hundreds of keys from the start, and deletes some. Either all of a product is stored, or nothing. */
export const importer: Join = async (world, name) => {
  /** By the product's name, which is unique. `unknown` if no answer came. */
  const products = new Map<string, 'there' | 'gone' | 'unknown'>()
  const ids = new Map<string, number>()

  const add = async (): Promise<boolean> => {
    const product = unique(name)
    products.set(product, 'unknown')
    const variants = [{ name: 'Month', price: 5, keys: keysOf(count) }]
    const said = await asAdmin(world, 'POST', '/admin/products', { name: product, variants })
    if (said === undefined) return false
    ids.set(product, (dataOf(said) as Product).id)
    products.set(product, 'there')
    return true
  }
  const remove = async (product: string): Promise<boolean> => {
    products.set(product, 'unknown')
    const said = await asAdmin(world, 'DELETE', `/admin/products/${ids.get(product)}`)
    if (said === undefined) return false
    dataOf(said)
    products.set(product, 'gone')
    return true
  }

  return {
    act: async (random) => {
      const present = [...products.keys()].filter((product) => products.get(product) === 'there')
      return present.length > 3 && random.next() < 0.5 ? remove(random.pick(present)) : add()
    },
    check: async ({ db }) => {
      const rows = await db
        .selectFrom('product')
        .leftJoin('variant', 'variant.product_id', 'product.id')
        .leftJoin('license_key', 'license_key.variant_id', 'variant.id')
        .select(({ fn }) => ['product.id', 'product.name', fn.count<number>('license_key.id').as('keys')])
        .where('product.name', 'in', [...products.keys()])
        .where('product.deleted_at', 'is', null)
        .groupBy(['product.id', 'product.name'])
        .execute()
      const found = new Map(rows.map((row) => [row.name, row]))
      for (const [product, state] of products) {
        const row = found.get(product)
        if (state === 'there' && row === undefined) throw new Error(`Product ${product} was answered, and is not there`)
        if (state === 'gone' && row !== undefined) throw new Error(`Product ${product} was deleted, and is there`)
        if (row !== undefined && row.keys !== count) throw new Error(`Product ${product} came with ${row.keys} of ${count} keys`)
        if (row !== undefined) ids.set(product, row.id)
        if (row === undefined) products.delete(product)
        else products.set(product, 'there')
      }
    },
  }
}
