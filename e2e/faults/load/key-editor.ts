import { isDeepStrictEqual } from 'node:util'
import { unique } from '../world.ts'
import { asAdmin, Saved, type Join } from './actor.ts'

/** Removes half of a variant's keys and adds new ones. */
export const keyEditor: Join = async (world, name) => {
  const first = Array.from({ length: 60 }, () => unique(name))
  const { id } = await world.makeVariant(first)
  const keys = new Saved<readonly string[]>(first)
  return {
    act: async (random) => {
      const kept = keys.sure.filter(() => random.next() < 0.5)
      const next = [...kept, ...Array.from({ length: 1 + random.below(80) }, () => unique(name))]
      return keys.change(next, () => asAdmin(world, 'PUT', `/admin/variants/${id}`, { keys: next }))
    },
    check: async ({ db }) => {
      const stock = db.selectFrom('license_key').select('value').where('variant_id', '=', id).where('state', '=', 'available')
      const rows = await stock.orderBy('id').execute()
      const found = rows.map((row) => row.value)
      keys.settle(found, `The stock of variant ${id}`, (one, other) => isDeepStrictEqual(one.toSorted(), other.toSorted()))
    },
  }
}
