import { checkKeyValue, normalizeKey, type ShopImportForm, type ShopImportPreview } from '@keydesk/contract'
import { breathe, inChunks } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { invalid } from '../../errors.ts'
import { listExistingKeys, mapByValue, type ExistingKey } from '../keys/keys.service.ts'
import { findMadeAt } from '../orders/imported-orders.service.ts'
import { listAllProducts } from '../products/products.service.ts'
import { listKnownVariants } from '../variants/variants.service.ts'
import type { Clock } from './cells.rules.ts'
import { findColumns, type Cells, type Columns, type Titles } from './columns.rules.ts'
import { openCsv, type CsvFile } from './csv-file.ts'
import { KnownCatalogue, type KnownVariant } from './known-catalogue.rules.ts'
import { orderLayouts, type FileLine } from './order-layouts.rules.ts'
import { keyTitles } from './own-layout.rules.ts'
import { currencyOf, planOrder, totalOfOrder, type PlannedOrder, type RefusedOrder } from './plan-orders.rules.ts'
import { ProductsPlanner, type ProductsPlan } from './plan-products.rules.ts'
import { alreadyThere, Dispositions } from './plan.rules.ts'
import { productLayouts } from './product-layouts.rules.ts'

/** What an import would do. It is decided again for each part that is stored whether a key is still new. */
export type Plan = { readonly dispositions: Dispositions; readonly unused: readonly string[] } & (
  | { readonly kind: 'products'; readonly products: ProductsPlan }
  | { readonly kind: 'keys'; readonly keys: ReadonlyMap<number, readonly string[]> }
  | { readonly kind: 'orders'; readonly orders: readonly PlannedOrder[]; readonly currency: string }
)

const tooManyCells = 'It has more cells than the file has columns: one of them was cut in two'

/**
 * Reads a file and decides what becomes of each row. Stores nothing.
 * @param now ISO 8601 in UTC
 * @throws 400 for a file that cannot be read, or has another layout
 */
export async function planImport(db: Db, { kind, format, time_zone }: ShopImportForm, bytes: Uint8Array, now: string): Promise<Plan> {
  if (kind === 'keys' && format !== 'keydesk')
    throw invalid('Keys are imported from our own layout: download its template', { format: 'Choose Keydesk for keys' })
  const file = await openCsv(bytes)
  const catalogue = new KnownCatalogue(
    (await listAllProducts(db)).filter(({ is_deleted }) => !is_deleted),
    await listKnownVariants(db),
  )
  const clock = { now, zone: time_zone }
  if (kind === 'products') return planProducts(file, format, catalogue, clock)
  return kind === 'keys' ? planKeys(db, file, catalogue) : planOrders(db, file, format, catalogue, clock)
}

export const toPreview = ({ dispositions, unused, ...plan }: Plan): ShopImportPreview => ({
  ...{ counts: dispositions.counts, rows: dispositions.sorted(), unused_columns: [...unused] },
  ...(plan.kind === 'orders' && plan.currency !== '' && { currency: plan.currency }),
})

/** @throws 400 for a file without the columns that the layout needs */
function columnsOf<Field extends string>(
  file: CsvFile,
  titles: Titles<Field>,
  needs: readonly NoInfer<Field>[],
  numbered?: readonly RegExp[],
) {
  const columns = findColumns(file.titles, titles, numbered)
  const missing = needs.filter((field) => !columns.has(field)).map((field) => titles[field][0])
  if (missing.length === 0) return columns
  const message = `The file has no column ${missing.join(', ')}. Choose the shop that wrote it`
  throw invalid(message, { file: message })
}

async function eachRow<Field extends string>(file: CsvFile, columns: Columns<Field>, read: (cells: Cells<Field>) => void): Promise<void> {
  for await (const portion of file.portions()) for (const row of portion) read(columns.read(row))
}

async function planProducts(file: CsvFile, format: ShopImportForm['format'], catalogue: KnownCatalogue, clock: Clock): Promise<Plan> {
  const { titles, needs, numbered, read } = productLayouts[format]
  const columns = columnsOf(file, titles, needs, numbered)
  const planner = new ProductsPlanner(catalogue)
  await eachRow(file, columns, (cells) => {
    const line = read(cells, clock)
    planner.read(cells.isRagged ? { ...line, product: null, problem: tooManyCells } : line)
  })
  const products = planner.finish()
  return { kind: 'products', products, dispositions: products.dispositions, unused: columns.unused }
}

interface KeyLine {
  readonly row: number
  readonly value: string
  readonly variant: KnownVariant
}

async function planKeys(db: Db, file: CsvFile, catalogue: KnownCatalogue): Promise<Plan> {
  const columns = columnsOf(file, keyTitles, ['value'])
  const dispositions = new Dispositions()
  const lines = new Map<string, KeyLine>()
  await eachRow(file, columns, (cells) => {
    const { row, get } = cells
    const value = normalizeKey(get('value'))
    const variant = catalogue.resolve({ product: get('product'), variant: get('variant'), sku: get('sku') })
    const problem = cells.isRagged ? tooManyCells : value === '' ? 'It has no key' : checkKeyValue(value)
    if (problem !== undefined) dispositions.add(row, 'invalid', problem)
    else if (typeof variant === 'string') dispositions.add(row, 'invalid', variant)
    else if (!isUnsold(get('state'))) dispositions.add(row, 'invalid', `The key is ${get('state').slice(0, 40)}`)
    else if (lines.has(value)) dispositions.add(row, 'invalid', `Row ${lines.get(value)!.row} has the same key`)
    else lines.set(value, { row, value, variant })
  })
  const keys = new Map<number, string[]>()
  await inChunks([...lines.values()], async (some) => {
    const existing = await findExisting(
      db,
      some.map(({ value }) => value),
    )
    for (const { row, value, variant } of some) {
      const key = existing.get(value)
      if (key !== undefined) dispositions.add(row, 'exists', whereItIs(key, variant))
      else if (variant.deleted_at !== null) dispositions.add(row, 'invalid', 'Its variant is deleted')
      else {
        dispositions.add(row, 'new', `New key of ${variant.product_name} - ${variant.name}`)
        const own = keys.get(variant.id) ?? []
        own.push(value)
        keys.set(variant.id, own)
      }
    }
  })
  return { kind: 'keys', keys, dispositions, unused: columns.unused }
}

/** States of keys in our own archive that can be for sale in another shop. */
const isUnsold = (state: string): boolean => ['', 'available', 'reserved', 'withheld'].includes(state.toLowerCase())

function whereItIs({ variant_id, state }: ExistingKey, variant: KnownVariant): string {
  if (variant_id !== variant.id) return 'A key of another variant already'
  return state === 'removed' ? 'Among the removed keys of the variant: put it back there' : 'A key of the variant already'
}

/** The keys of the shop that have these values. */
const findExisting = async (db: Db, values: readonly string[]): Promise<ReadonlyMap<string, ExistingKey>> =>
  mapByValue(values.length === 0 ? [] : await listExistingKeys(db, values))

async function planOrders(db: Db, file: CsvFile, format: ShopImportForm['format'], catalogue: KnownCatalogue, clock: Clock): Promise<Plan> {
  const { titles, numbered, needs, read } = orderLayouts[format]
  const columns = columnsOf(file, titles, needs, numbered)
  const groups = new Map<string, FileLine[]>()
  const dispositions = new Dispositions()
  let above: string | undefined
  await eachRow(file, columns, (cells) => {
    const lines = cells.isRagged ? read(cells).map((line) => ({ ...line, problem: tooManyCells })) : read(cells)
    const { order, row } = lines[0]!
    // Another shop may name an order in its first row alone.
    const key = order === '' ? ((format === 'keydesk' ? undefined : above) ?? `row ${row}`) : `order ${order}`
    above = key
    const own = groups.get(key)
    if (own === undefined) groups.set(key, [...lines])
    else own.push(...lines)
  })
  const refuse = ({ rows, row, reason }: RefusedOrder) => {
    for (const each of rows) dispositions.add(each, 'invalid', each === row ? reason : `Row ${row} of the same order cannot be used`)
  }
  const usable: PlannedOrder[] = []
  await inChunks([...groups.values()], async (some) => {
    for (const lines of some) {
      const order = planOrder(lines, catalogue, clock)
      if ('reason' in order) refuse(order)
      else usable.push(order)
    }
    await breathe()
  })
  const currency = currencyOf(usable)
  const orders: PlannedOrder[] = []
  const used = new Map<string, number>()
  await inChunks(usable, async (some) => {
    const planned = some.filter((order) => {
      if (order.currency === '' || order.currency === currency) return true
      const reason = `It is in ${order.currency}, most orders in ${currency}. Amounts are not converted`
      refuse({ rows: order.rows, row: order.rows[0]!, reason })
      return false
    })
    orders.push(...(await acceptOrders(db, planned, used, dispositions)))
    await breathe()
  })
  return { kind: 'orders', orders, currency, dispositions, unused: columns.unused }
}

/** @param used the keys of the file so far, each with its row */
async function acceptOrders(
  db: Db,
  planned: readonly PlannedOrder[],
  used: Map<string, number>,
  dispositions: Dispositions,
): Promise<PlannedOrder[]> {
  const isMade = await findMadeAt(
    db,
    planned.map(({ at }) => at),
  )
  const taken = await findExisting(db, [...new Set(planned.flatMap(({ items }) => items.flatMap(({ keys }) => keys)))])
  return planned.filter((order) => {
    const { rows, items } = order
    const keys = items.flatMap((item) => item.keys)
    const add = (disposition: 'new' | 'exists' | 'invalid', reason: string) => {
      for (const row of rows) dispositions.add(row, disposition, reason)
      return disposition === 'new'
    }
    if (isMade({ ...order, totalCents: totalOfOrder(order) })) return add('exists', alreadyThere)
    if (keys.some((key) => taken.has(key))) return add('invalid', 'One of its keys is a key of the shop already')
    const repeated = keys.map((key) => used.get(key)).find((row) => row !== undefined)
    if (repeated !== undefined) return add('invalid', `Row ${repeated} has one of its keys, too`)
    if (new Set(keys).size < keys.length) return add('invalid', 'The order has the same key twice')
    for (const key of keys) used.set(key, rows[0]!)
    const name = order.externalNumber === '' ? `Past order of ${order.email}` : `Past order ${order.externalNumber} of ${order.email}`
    return add('new', rows.length === 1 ? name : `${name}, ${rows.length} rows`)
  })
}
