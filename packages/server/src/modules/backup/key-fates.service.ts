import type { Db } from '../../db/schema.ts'
import * as repo from './comparison.repo.ts'
import type { KeyCount } from './comparison.rules.ts'
import { fateOf, mayBeSold, type Fate, type Known } from './held.rules.ts'
import type { Row } from './stored-tables.repo.ts'

type Cell = string | number | null | undefined

interface Options {
  /** The database that is replaced; null if it cannot be compared. */
  readonly db: Db | null
  /** Nothing was sold after the backup, says the operator. */
  readonly nothingSince: boolean
  /** Whether the database knows what was sold since the backup. Asked once, when the first keys come. */
  readonly knowsSales: (newestOrder: Row | undefined) => Promise<boolean>
}

const named: ReadonlySet<string> = new Set(['product', 'variant', 'key_import'])
export const tablesOfFates: readonly string[] = [...named, 'orders', 'order_item', 'license_key']

/**
 * Decides what becomes of each key of a backup (docs/reference/backups.md, Keys). It takes the rows of the backup in their order, in which
 * names and orders come before the keys.
 */
export class KeyFates {
  readonly #options: Options
  /** By variant and import. */
  readonly #counts = { struck: new Map<string, KeyCount>(), withheld: new Map<string, KeyCount>() }
  readonly #names = new Map<string, { readonly name: string; readonly productId: Cell }>()
  readonly #fates = new Map<number, Fate>()
  readonly #pendingOrders = new Set<Cell>()
  readonly #orderOfLine = new Map<Cell, Cell>()
  readonly #endingOrders = new Set<Cell>()
  #newestOrder: Row | undefined
  #knowsAll: boolean | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get struckKeys(): readonly KeyCount[] {
    return [...this.#counts.struck.values()]
  }

  get withheldKeys(): readonly KeyCount[] {
    return [...this.#counts.withheld.values()]
  }

  /** The newest order of the backup. */
  get newestOrder(): Row | undefined {
    return this.#newestOrder
  }

  /** How many pending orders lose a key. */
  get endingOrders(): number {
    return this.#endingOrders.size
  }

  async take(table: string, rows: readonly Row[]): Promise<void> {
    if (named.has(table))
      for (const row of rows) this.#names.set(`${table} ${row['id']}`, { name: String(row['name']), productId: row['product_id'] })
    if (table === 'orders') {
      this.#newestOrder = rows.at(-1) ?? this.#newestOrder
      for (const { id, status } of rows) if (status === 'pending') this.#pendingOrders.add(id)
    }
    if (table === 'order_item')
      for (const { id, order_id } of rows) if (this.#pendingOrders.has(order_id)) this.#orderOfLine.set(id, order_id)
    if (table === 'license_key') await this.#decide(rows)
  }

  /** Whether every sale since the backup is known, so that the other keys and the next ids are safe. */
  async knowsAll(): Promise<boolean> {
    this.#knowsAll ??= this.#options.nothingSince || (await this.#options.knowsSales(this.#newestOrder))
    return this.#knowsAll
  }

  /** Call it after all rows were taken. */
  fateOf(row: Row): Fate {
    return this.#fates.get(Number(row['id'])) ?? { is: mayBeSold(row) ? this.#usualFate(row) : 'stays' }
  }

  /** The fate that is not stored for each key: there may be a million. */
  #usualFate({ state }: Row): 'stays' | 'withheld' {
    return this.#knowsAll || state === 'removed' ? 'stays' : 'withheld'
  }

  async #decide(rows: readonly Row[]): Promise<void> {
    const knowsAll = await this.knowsAll()
    const asked = rows.filter(mayBeSold)
    const known = await this.#readKnown(asked)
    for (const row of asked) {
      const there = known.get(row['value'])
      // A key that the database does not have was not sold there, but it may not be a copy of this shop.
      const fate = fateOf(row, there, knowsAll && (this.#options.nothingSince || there !== undefined))
      if (fate.is !== this.#usualFate(row)) this.#fates.set(Number(row['id']), fate)
      if (fate.is === 'stays') continue
      this.#count(this.#counts[fate.is], row)
      const order = this.#orderOfLine.get(row['order_item_id'])
      if (order !== undefined) this.#endingOrders.add(order)
    }
  }

  async #readKnown(rows: readonly Row[]): Promise<Map<Cell, Known>> {
    const { db } = this.#options
    const values = rows.map((row) => String(row['value']))
    return new Map(db === null ? [] : (await repo.listKnownKeys(db, values)).map((key) => [key.value, key]))
  }

  #count(counts: Map<string, KeyCount>, { variant_id, import_id }: Row): void {
    const id = `${variant_id} ${import_id}`
    const variant = this.#names.get(`variant ${variant_id}`)
    const product = this.#names.get(`product ${variant?.productId}`)
    const batch = this.#names.get(`key_import ${import_id}`)
    counts.set(id, {
      ...{ product: product?.name ?? '', variant: variant?.name ?? '', batch: batch?.name ?? '' },
      keys: 1 + (counts.get(id)?.keys ?? 0),
    })
  }
}
