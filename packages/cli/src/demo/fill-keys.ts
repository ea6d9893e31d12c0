import { daysUpTo, limits, type ReplaceKeyInput } from '@keydesk/contract'
import {
  importKeys,
  noticeLowStock,
  replaceKey,
  requireOrder,
  requireVariant,
  startStockDay,
  undoKeyImport,
  updateVariant,
  type Actor,
  type Deps,
} from '@keydesk/server'
import { catalogue } from './catalogue.ts'
import type { CompletedOrder } from './fill-orders.ts'
import type { Filled } from './fill-products.ts'
import { keysNeeded, type PlannedOrder } from './plan-orders.ts'
import type { Random } from './random.ts'

const suppliers = ['Northwind Keys', 'Bluefin Digital', 'Harbour Wholesale', '']
const dayMinutes = 24 * 60
/** How many days ago later keys were imported. The newest ones are still in stock. */
const restocks = [75, 21]

interface Shop extends Filled {
  readonly orders: readonly PlannedOrder[]
  readonly now: Date
}

const at = (deps: Deps, now: Date, minutesAgo: number): Deps => ({ ...deps, now: () => new Date(now.getTime() - minutesAgo * 60_000) })

/** Imports the keys that the orders of each variant take and some more, in tens, each before its keys are sold. */
export async function fillKeyImports(deps: Deps, keeper: Actor, random: Random, { orders, variantIds, now }: Shop): Promise<void> {
  const first = (orders[0]?.minutesAgo ?? 0) + dayMinutes
  const times = [first, ...restocks.map((days) => days * dayMinutes).filter((minutes) => minutes < first)]
  const whole = keysNeeded(orders)
  const stocks = variantIds.map((ids) => ids.map(() => stockOf(random)))
  const supplied = new Map<number, number>()
  for (const [part, minutesAgo] of times.entries()) {
    const until = times[part + 1] ?? 0
    const needed = keysNeeded(orders.filter((order) => order.minutesAgo > until))
    const moment = at(deps, now, minutesAgo)
    for (const [product, ids] of variantIds.entries()) {
      for (const [variant, id] of ids.entries()) {
        const name = `${product}/${variant}`
        const before = supplied.get(id) ?? 0
        const left = (whole.get(name) ?? 0) + stocks[product]![variant]! - before
        const count = until === 0 ? left : Math.min(left, Math.ceil(((needed.get(name) ?? 0) - before) / 10) * 10)
        if (count <= 0) continue
        supplied.set(id, before + count)
        const values = makeKeys(random, count)
        const list = { name: fileName(product, variant, moment), supplier: random.pick(suppliers), values }
        await importKeys(moment, keeper, id, { ...list, cost_per_key: costOf(product, variant) })
      }
    }
  }
}

const troubles: readonly ReplaceKeyInput[] = [
  { reason: 'not_working', note: 'The loader says that the key is unknown.' },
  { reason: 'already_used', note: 'Screenshot in the support ticket.' },
  { reason: 'wrong_region', note: '' },
  { reason: 'not_working', note: '' },
  { reason: 'other', note: 'Customer typed it on a shared machine.' },
]

/** Customers who got another key, an import that was undone, and keys that were removed from the stock. Called after the orders. */
export async function fillKeyStories(
  deps: Deps,
  keeper: Actor,
  random: Random,
  { now, variantIds }: Shop,
  completed: readonly CompletedOrder[],
): Promise<void> {
  const recent = completed.filter(({ minutesAgo }) => minutesAgo > 600 && minutesAgo < 20 * dayMinutes)
  let replaced = 0
  for (const [index, { id, minutesAgo }] of recent.entries()) {
    if (index % 7 !== 3 || replaced >= 12) continue
    const { keys, items } = await requireOrder(deps, id)
    const [key] = keys
    const variantId = items.find((item) => item.id === key?.item_id)?.variant.id
    if (key === undefined || variantId === undefined) continue
    const { stock = 0 } = await requireVariant(deps, variantId)
    if (stock < 3) continue
    await replaceKey(at(deps, now, minutesAgo - 480), keeper, id, key.id, troubles[replaced % troubles.length]!)
    replaced += 1
  }
  const wrong = { name: 'wrong-region-eu.csv', supplier: 'Bluefin Digital', values: makeKeys(random, 40) }
  const { id } = await importKeys(at(deps, now, 12 * dayMinutes), keeper, variantIds[4]![1]!, wrong)
  await undoKeyImport(at(deps, now, 12 * dayMinutes - 25), keeper, id)
  const { id: variantId, keys } = await requireVariant(deps, variantIds[0]![2]!)
  const remaining = keys.slice(6).map((each) => each.value)
  await updateVariant(at(deps, now, 3 * dayMinutes), keeper, variantId, { keys: remaining })
}

/** About a third of the price; of one product in six it is not known. */
const costOf = (product: number, variant: number): number | null =>
  product % 6 === 4 ? null : Math.round(catalogue[product]!.variants[variant]![1] * 35) / 100

/** A name as suppliers use it: `northlight-30-days-2026-11-01.csv`. */
function fileName(product: number, variant: number, { now }: Deps): string {
  const { name, variants } = catalogue[product]!
  const words = `${name} ${variants[variant]![0]} ${now().toISOString().slice(0, 10)}`
  return `${words.toLowerCase().replaceAll(' ', '-')}.csv`
}

/** Acts as if the server had run on the days of the orders, with the stock of today. A stock that is low now is not reported as new. */
export async function fillStockDays(deps: Deps): Promise<void> {
  const today = deps.now().toISOString().slice(0, 10)
  for (const day of daysUpTo(today, limits.demandDays)) await startStockDay(deps, day)
  await noticeLowStock(deps)
}

/** Mostly well stocked, sometimes nearly sold out, sometimes empty. */
function stockOf(random: Random): number {
  if (random.chance(0.1)) return 0
  return random.chance(0.2) ? random.between(1, 5) : random.between(20, 160)
}

const alphabet = [...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789']

function makeKeys(random: Random, count: number): string[] {
  const group = () => Array.from({ length: 5 }, () => random.pick(alphabet)).join('')
  return Array.from({ length: count }, () => `DEMO-${group()}-${group()}-${group()}`)
}
