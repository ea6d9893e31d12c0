import type { Deps } from '../../deps.ts'
import { findShopMark, shopMarkOf } from '../users/users.service.ts'
import { readBackupFile, rowsOf } from './backup-file.ts'
import type { Comparison, KeyCount } from './comparison.rules.ts'
import * as repo from './comparison.repo.ts'
import { fateOf, isSold, lastIdsAfter, mayBeSold, type Fate, type Known } from './held.rules.ts'
import type { Manifest } from './manifest.ts'
import { listTableNames, numberedTables, readLastIds, type Row } from './stored-tables.repo.ts'

export interface Compared {
  readonly comparison: Comparison
  /** Null if there was no database to compare with. */
  readonly revoked: readonly repo.RevokedApiKey[] | null
  readonly fateOfKey: (row: Row) => Fate
  readonly lastIds: Readonly<Record<string, number>>
}

/**
 * Compares a backup with the database that it would replace, if there is one.
 * @param nothingSince whether the operator says that nothing was sold or sent after the backup
 */
export async function compareWithBackup(deps: Deps, path: string, described: Manifest, nothingSince: boolean): Promise<Compared> {
  const { db } = deps
  const tables = await listTableNames(db)
  const hasShop = tables.includes('app_user') && (await repo.hasUsers(db))
  const isTooOld = hasShop && !tables.includes('two_factor')
  const isComparable = hasShop && !isTooOld
  const revoked = isComparable ? await repo.listRevokedApiKeys(db) : null
  const decided = { orders: 0, payout: 0 }
  const kept = new Map<string, Row[]>([...needed].map((table) => [table, []]))
  const names = new Map<string, string>()
  const struck = new Map<string, KeyCount>()
  const withheld = new Map<string, KeyCount>()
  const fates = new Map<number, Fate>()
  const pending = new Set<Cell>()
  const orderOfItem = new Map<Cell, Cell>()
  const ending = new Set<Cell>()
  let newestOrder: Row | undefined
  let knowsAll: boolean | undefined
  let messages = 0

  for await (const entry of readBackupFile(path)) {
    const [kind, table = ''] = entry.name.split('/')
    if (kind === 'media') break
    if (kind !== 'tables' || !read.has(table)) continue
    const rows = rowsOf(entry)
    if (named.has(table)) for (const { id, name, product_id } of rows) names.set(`${table} ${id}`, [String(name), product_id].join('\n'))
    if (table === 'orders') {
      newestOrder = rows.at(-1) ?? newestOrder
      for (const { id, status } of rows) if (status === 'pending') pending.add(id)
    }
    if (table === 'order_item') for (const { id, order_id } of rows) if (pending.has(order_id)) orderOfItem.set(id, order_id)
    if (table === 'license_key') {
      knowsAll ??= nothingSince || (isComparable && (await goesOn(newestOrder)))
      await decideKeys(rows, knowsAll)
    }
    if (table === 'outbox' && !nothingSince) messages += rows.filter((row) => row['status'] === 'pending').length
    if (isComparable && (table === 'orders' || table === 'payout')) decided[table] += await countDecided(table, rows)
    kept.get(table)?.push(...rows)
  }
  knowsAll ??= nothingSince || (isComparable && (await goesOn(newestOrder)))
  const lastIds = lastIdsAfter(numberedTables, described.last_ids, tables.length === 0 ? {} : await readLastIds(db), knowsAll)
  const comparison: Comparison = {
    isTooOld,
    struckKeys: [...struck.values()],
    withheldKeys: [...withheld.values()],
    endingOrders: ending.size,
    messages,
    lastOrderId: lastIds['orders'] ?? 0,
    hasGap: !knowsAll,
    decidedOrders: decided.orders,
    decidedPayouts: decided.payout,
    newOrders: isComparable ? await repo.countOrdersAfter(db, described.last_ids['orders'] ?? 0) : 0,
    changedAccounts: isComparable
      ? changedAccounts(await repo.listAccounts(db), kept.get('app_user') ?? [], kept.get('two_factor') ?? [])
      : [],
    revokedApiKeys: (revoked ?? []).filter((key) =>
      kept.get('api_key')?.some((row) => row['key_hash'] === key.key_hash && row['revoked_at'] === null),
    ),
  }
  const isAllKnown = knowsAll
  const fateOfKey = (row: Row): Fate => fates.get(Number(row['id'])) ?? { is: mayBeSold(row) ? usualFate(isAllKnown, row) : 'stays' }
  return { comparison, revoked, fateOfKey, lastIds }

  /** Whether the database is of the same shop and has the newest order of the backup: then it knows what was sold since. */
  async function goesOn(order: Row | undefined): Promise<boolean> {
    const [first] = kept.get('app_user') ?? []
    if ((await findShopMark(db)) !== shopMarkOf(first && { id: first['id'], created_at: first['created_at'] })) return false
    return order === undefined || repo.hasOrder(db, Number(order['id']), String(order['created_at']))
  }

  async function decideKeys(rows: readonly Row[], isKnown: boolean): Promise<void> {
    const asked = rows.filter(mayBeSold)
    const values = asked.map((row) => String(row['value']))
    const known = new Map<Cell, Known>()
    // Only older shops have several keys with one value. If one was sold, none may be sold again.
    for (const key of isComparable ? await repo.listKnownKeys(db, values) : []) if (!isSold(known.get(key.value))) known.set(key.value, key)
    for (const row of asked) {
      const there = known.get(row['value'])
      // A key that the database does not have was not sold there, but it may not be a copy of this shop.
      const fate = fateOf(row, there, isKnown && (nothingSince || there !== undefined))
      if (fate.is !== usualFate(isKnown, row)) fates.set(Number(row['id']), fate)
      if (fate.is === 'stays') continue
      count(fate.is === 'struck' ? struck : withheld, row)
      const order = orderOfItem.get(row['order_item_id'])
      if (order !== undefined) ending.add(order)
    }
  }
  function count(keys: Map<string, KeyCount>, { variant_id, import_id }: Row): void {
    const id = `${variant_id} ${import_id}`
    const [variant = '', productId] = (names.get(`variant ${variant_id}`) ?? '').split('\n')
    const [product = ''] = (names.get(`product ${productId}`) ?? '').split('\n')
    const [batch = ''] = (names.get(`key_import ${import_id}`) ?? '').split('\n')
    keys.set(id, { product, variant, batch, keys: 1 + (keys.get(id)?.keys ?? 0) })
  }
  async function countDecided(table: 'orders' | 'payout', rows: readonly Row[]): Promise<number> {
    const ids = rows.filter((row) => row['status'] === 'pending').map((row) => Number(row['id']))
    return ids.length === 0 ? 0 : repo.countDecided(db, table, ids)
  }
}

type Cell = string | number | null | undefined

/** The fate that is not stored for each key: there may be a million. */
const usualFate = (knowsAll: boolean, { state }: Row): 'stays' | 'withheld' => (knowsAll || state === 'removed' ? 'stays' : 'withheld')

const needed = new Set(['app_user', 'two_factor', 'api_key'])
const named = new Set(['product', 'variant', 'key_import'])
const read = new Set([...needed, ...named, 'orders', 'order_item', 'payout', 'license_key', 'outbox'])

function changedAccounts(now: readonly repo.Account[], users: readonly Row[], twoFactor: readonly Row[]): string[] {
  const before = new Map(users.map((row) => [row['username_key'], row]))
  const since = new Map(twoFactor.map((row) => [row['user_id'], row['enabled_at']]))
  const isChanged = (account: repo.Account): boolean => {
    const row = before.get(account.username_key)
    if (row === undefined) return false
    const wasSince = since.get(row['id'] ?? null) ?? null
    return row['password_hash'] !== account.password_hash || row['role'] !== account.role || wasSince !== account.two_factor_since
  }
  return now.filter(isChanged).map(({ username }) => username)
}
