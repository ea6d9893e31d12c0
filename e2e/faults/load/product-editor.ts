import type { Product } from '@keydesk/contract'
import { dataOf, unique } from '../world.ts'
import { asAdmin, Saved, type Join } from './actor.ts'

/** Saves one product in a loop. Each save changes a text, a version and an activity row. */
export const productEditor: Join = async (world, name) => {
  const { id } = dataOf(await world.admin('POST', '/admin/products', { name: unique(name) })) as Product
  const text = new Saved('')
  let count = 0
  return {
    act: async () => {
      const next = `text ${(count += 1)}`
      return text.change(next, () => asAdmin(world, 'PUT', `/admin/products/${id}`, { description: next }))
    },
    check: async ({ db }) => {
      const row = await db.selectFrom('product').select(['description', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
      text.settle(row.description, `The description of product ${id}`)
      const saves = db.selectFrom('activity').select('id').where('action', '=', 'product.updated').where('subject_id', '=', id)
      const recorded = (await saves.execute()).length
      if (recorded !== row.version - 1)
        throw new Error(`Product ${id} was saved ${row.version - 1} times, of which ${recorded} are recorded`)
    },
  }
}
