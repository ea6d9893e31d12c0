import { isDeepStrictEqual } from 'node:util'
import type { StoreOrder } from '@keydesk/contract'
import { cart, dataOf, unique, type World } from '../world.ts'
import { attempt, type Actor } from './actor.ts'

interface Order {
  readonly email: string
  readonly body: object
  /** Unknown until an answer came. */
  id?: number
  /** What it was when somebody was last told, and what it may have become since. */
  sure: string
  asked: string
  /** Once they were handed out. */
  keys?: readonly string[]
}

const keysOf = (order: StoreOrder): string[] => order.items.flatMap((item) => item.keys ?? []).toSorted()
const next = { complete: 'completed', cancel: 'cancelled', refund: 'refunded' } as const
type Step = keyof typeof next

/** Buys with an Idempotency-Key, pays, cancels, is given the money back. */
export function customer(world: World, name: string, variants: readonly number[], terms: readonly object[]): Actor & { orders: Order[] } {
  const orders: Order[] = []

  const buy = async (order: Order): Promise<boolean> => {
    const said = await attempt(world.store('POST', '/store/purchases', order.body, { idempotencyKey: order.email }))
    if (said === undefined) return false
    const { id, status } = dataOf(said) as StoreOrder
    order.id = id
    if (order.sure === 'unknown') order.sure = status
    if (order.asked === 'unknown') order.asked = status
    return true
  }
  const take = async (order: Order, step: Step): Promise<boolean> => {
    order.asked = next[step]
    const said = await attempt(world.store('POST', `/store/purchases/${order.id}/${step}`, {}))
    if (said === undefined) return false
    const stepped = dataOf(said) as StoreOrder
    order.sure = stepped.status
    if (stepped.status === 'completed') order.keys = keysOf(stepped)
    return true
  }

  return {
    orders,
    act: async (random) => {
      const last = orders.at(-1)
      if (last?.sure === 'pending') return take(last, random.next() < 0.8 ? 'complete' : 'cancel')
      if (last?.sure === 'completed' && random.next() < 0.15) return take(last, 'refund')
      const email = `${unique(name)}@example.com`
      const wish = [...new Set([random.pick(variants), random.pick(variants)])]
      const order: Order = { email, body: cart(wish, { customer_email: email, ...random.pick(terms) }), sure: 'unknown', asked: 'unknown' }
      orders.push(order)
      return buy(order)
    },
    check: async ({ db }) => {
      // Who never heard of an order asks for it again, and gets the one that was made.
      for (const order of orders) if (order.id === undefined) await buy(order)
      const rows = await db.selectFrom('purchase').select(['id', 'customer_email', 'status']).execute()
      const held = await db
        .selectFrom('license_key')
        .innerJoin('purchase_item', 'purchase_item.id', 'license_key.purchase_item_id')
        .select(['purchase_item.purchase_id', 'license_key.value'])
        .execute()
      const byEmail = Map.groupBy(rows, (row) => row.customer_email)
      const keysByOrder = Map.groupBy(held, (row) => row.purchase_id)
      for (const order of orders) {
        const made = byEmail.get(order.email) ?? []
        const [only] = made
        if (only === undefined || made.length > 1 || only.id !== order.id)
          throw new Error(`${order.email} has ${made.length} orders in place of one`)
        const { id, status } = only
        if (status !== order.sure && status !== order.asked) throw new Error(`Order ${id} was ${order.sure}, and is ${status}`)
        const keys = (keysByOrder.get(id) ?? []).map((row) => row.value).toSorted()
        if (order.keys !== undefined && !isDeepStrictEqual(keys, order.keys)) throw new Error(`Order ${id} lost keys that were handed out`)
        order.sure = status
        order.asked = status
        if (status === 'completed') order.keys = keys
      }
    },
  }
}
