import { isDeepStrictEqual } from 'node:util'
import type { StoreOrder } from '@keydesk/contract'
import { cart, dataOf, unique, type World } from '../world.ts'
import { attempt, Saved, type Actor } from './actor.ts'

interface Order {
  readonly email: string
  readonly body: object
  /** Both are unknown until the first answer. */
  id?: number
  status?: Saved<string>
  /** Only for an order with two lines: the units of the first line that were refunded separately. */
  part?: Saved<number>
  lineId?: number
  /** Set once they were delivered. */
  keys?: readonly string[]
}

const keysOf = (order: StoreOrder): string[] => order.items.flatMap((item) => item.keys ?? []).toSorted()
const next = { complete: 'completed', cancel: 'cancelled', refund: 'refunded' } as const
type Step = keyof typeof next

/** Buys with an Idempotency-Key, pays, cancels, and gets a part or all of the money refunded. */
export function customer(world: World, name: string, variants: readonly number[], terms: readonly object[]): Actor & { orders: Order[] } {
  const orders: Order[] = []

  const buy = async (order: Order): Promise<boolean> => {
    const said = await attempt(world.store('POST', '/store/purchases', order.body, { idempotencyKey: order.email }))
    if (said === undefined) return false
    const { id, status, items } = dataOf(said) as StoreOrder
    order.id = id
    if (items.length > 1) Object.assign(order, { lineId: items[0]!.id, part: new Saved(0) })
    order.status = new Saved<string>(status)
    return true
  }
  const take = (order: Order, status: Saved<string>, step: Step): Promise<boolean> =>
    status.change(next[step], async () => {
      const said = await attempt(world.store('POST', `/store/purchases/${order.id}/${step}`, {}))
      if (step === 'complete' && said !== undefined) order.keys = keysOf(dataOf(said) as StoreOrder)
      return said
    })

  const refundLine = ({ id, lineId }: Order, part: Saved<number>): Promise<boolean> =>
    part.change(1, () => attempt(world.store('POST', `/store/purchases/${id}/refund`, { items: [{ id: lineId, quantity: 1 }] })))

  return {
    orders,
    act: async (random) => {
      const last = orders.at(-1)
      // The answer was a 503: try again with the same Idempotency-Key.
      if (last !== undefined && last.id === undefined) return buy(last)
      if (last?.status?.isSettled && last.part?.isSettled !== false) {
        if (last.status.sure === 'pending') return take(last, last.status, random.next() < 0.8 ? 'complete' : 'cancel')
        if (last.status.sure === 'completed' && last.part?.sure === 0 && random.next() < 0.3) return refundLine(last, last.part)
        if (last.status.sure === 'completed' && random.next() < 0.15) return take(last, last.status, 'refund')
      }
      const email = `${unique(name)}@example.com`
      const wish = [...new Set([random.pick(variants), random.pick(variants)])]
      const order: Order = { email, body: cart(wish, { customer_email: email, ...random.pick(terms) }) }
      orders.push(order)
      return buy(order)
    },
    check: async ({ db }) => {
      // A client that got no answer to a purchase sends it again, and gets the order that was made.
      for (const order of orders) if (order.id === undefined) await buy(order)
      const rows = await db.selectFrom('orders').select(['id', 'customer_email', 'status']).execute()
      const held = await db
        .selectFrom('license_key')
        .innerJoin('order_item', 'order_item.id', 'license_key.order_item_id')
        .select(['order_item.order_id', 'license_key.value'])
        .execute()
      const lines = await db.selectFrom('order_item').select(['id', 'refunded_quantity']).execute()
      const refundedOf = new Map(lines.map((line) => [line.id, line.refunded_quantity]))
      const byEmail = Map.groupBy(rows, (row) => row.customer_email)
      const keysByOrder = Map.groupBy(held, (row) => row.order_id)
      for (const order of orders) {
        const made = byEmail.get(order.email) ?? []
        const [only] = made
        if (only === undefined || made.length > 1 || only.id !== order.id)
          throw new Error(`${order.email} has ${made.length} orders in place of one`)
        const { id, status } = only
        order.status?.settle(status, `Order ${id}, which is ${status},`)
        if (status !== 'refunded') order.part?.settle(refundedOf.get(order.lineId!) ?? 0, `What was refunded of order ${id}`)
        const keys = (keysByOrder.get(id) ?? []).map((row) => row.value).toSorted()
        if (order.keys !== undefined && !isDeepStrictEqual(keys, order.keys)) throw new Error(`Order ${id} lost keys that were handed out`)
        if (status === 'completed') order.keys = keys
      }
    },
  }
}
