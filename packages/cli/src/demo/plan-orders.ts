import { catalogue } from './catalogue.ts'
import type { Random } from './random.ts'

export type Ending = 'completed' | 'refunded' | 'cancelled' | 'expired' | 'pending'

export interface PlannedOrder {
  /** Minutes before now. */
  readonly minutesAgo: number
  readonly email: string
  readonly lines: readonly { readonly product: number; readonly variant: number; readonly quantity: number }[]
  readonly ending: Ending
  /** One of the demo's coupons or referral codes, if any. */
  readonly extra: { readonly coupon: number } | { readonly referrer: number } | null
}

const months = 6
/** Orders of the last minutes, most of them pending. */
const underWay = 8
const names = [
  'ada',
  'ben',
  'cleo',
  'dan',
  'eve',
  'finn',
  'gus',
  'hana',
  'ivo',
  'june',
  'kai',
  'lena',
  'milo',
  'nora',
  'otto',
  'pia',
  'quinn',
  'remy',
  'sara',
  'tom',
]

/** Orders of some months, oldest first. The number grows towards today, and some products sell more. */
export function planOrders(random: Random, count: number): PlannedOrder[] {
  // Products differ in popularity; the last one of the catalogue is never sold.
  const popularity = catalogue.map((_, index) => (index === catalogue.length - 1 ? 0 : 0.15 + random.next() ** 2))
  const planned = Array.from({ length: count }, (_, index): PlannedOrder => {
    const minutesAgo = index < underWay ? random.between(1, 20) : Math.floor(random.next() ** 1.6 * months * 30 * 24 * 60) + 1
    const lines = random.chance(0.12) ? [line(random, popularity), line(random, popularity)] : [line(random, popularity)]
    const customer = random.between(1, Math.max(20, count / 3))
    return {
      minutesAgo,
      lines,
      email: `${random.pick(names)}.${customer}@example.com`,
      ending: endingOf(random, minutesAgo),
      extra: extraOf(random),
    }
  })
  return planned.toSorted((a, b) => b.minutesAgo - a.minutesAgo)
}

/** How many keys each variant needs for its orders, by `product/variant`. */
export function keysNeeded(orders: readonly PlannedOrder[]): Map<string, number> {
  const needed = new Map<string, number>()
  for (const { product, variant, quantity } of orders.flatMap((order) => order.lines)) {
    const name = `${product}/${variant}`
    needed.set(name, (needed.get(name) ?? 0) + quantity)
  }
  return needed
}

function line(random: Random, popularity: readonly number[]) {
  const whole = popularity.reduce((sum, share) => sum + share, 0)
  let at = random.next() * whole
  const product = Math.max(
    0,
    popularity.findIndex((share) => (at -= share) < 0),
  )
  const variant = random.between(0, (catalogue[product]?.variants.length ?? 1) - 1)
  return { product, variant, quantity: random.chance(0.08) ? random.between(2, 4) : 1 }
}

function endingOf(random: Random, minutesAgo: number): Ending {
  // A pending order is younger than the half hour of a reservation.
  if (minutesAgo < 30) return random.chance(0.6) ? 'pending' : 'completed'
  const roll = random.next()
  if (roll < 0.03) return 'refunded'
  if (roll < 0.06) return 'cancelled'
  return roll < 0.1 ? 'expired' : 'completed'
}

function extraOf(random: Random): PlannedOrder['extra'] {
  const roll = random.next()
  if (roll < 0.15) return { coupon: random.between(0, 2) }
  return roll < 0.3 ? { referrer: random.between(0, 5) } : null
}
