import type { Deps } from '../../deps.ts'
import { readBackupFile, rowsOf } from './backup-file.ts'
import type { Comparison } from './comparison.rules.ts'
import * as repo from './comparison.repo.ts'
import type { Manifest } from './manifest.ts'
import { listTableNames, type Row } from './stored-tables.repo.ts'

export type Compared =
  | { readonly is: 'nothing_there' | 'too_old' }
  | { readonly is: 'compared'; readonly comparison: Comparison; readonly revoked: readonly repo.RevokedApiKey[] }

/** Compares a backup with the database that it would replace. */
export async function compareWithBackup(deps: Deps, path: string, described: Manifest): Promise<Compared> {
  const tables = await listTableNames(deps.db)
  if (!tables.includes('app_user') || !(await repo.hasUsers(deps.db))) return { is: 'nothing_there' }
  if (!tables.includes('two_factor')) return { is: 'too_old' }
  const revoked = await repo.listRevokedApiKeys(deps.db)
  const sold = new Map<string, { product: string; variant: string; keys: number }>()
  const decided = { orders: 0, payout: 0 }
  const kept = new Map<string, Row[]>([...needed].map((table) => [table, []]))

  for await (const entry of readBackupFile(path)) {
    const [kind, table = ''] = entry.name.split('/')
    if (kind === 'media') break
    if (kind !== 'tables') continue
    const rows = table === 'license_key' || table in decided || kept.has(table) ? rowsOf(entry) : []
    if (table === 'license_key') await countSold(rows)
    if (table === 'orders' || table === 'payout') decided[table] += await countDecided(table, rows)
    kept.get(table)?.push(...rows)
  }
  const comparison: Comparison = {
    soldKeys: [...sold.values()],
    decidedOrders: decided.orders,
    decidedPayouts: decided.payout,
    newOrders: await repo.countOrdersAfter(deps.db, described.last_ids['orders'] ?? 0),
    changedAccounts: changedAccounts(await repo.listAccounts(deps.db), kept.get('app_user') ?? [], kept.get('two_factor') ?? []),
    revokedApiKeys: revoked.filter((key) =>
      kept.get('api_key')?.some((row) => row['key_hash'] === key.key_hash && row['revoked_at'] === null),
    ),
  }
  return { is: 'compared', comparison, revoked }

  async function countSold(rows: readonly Row[]): Promise<void> {
    const forSale = rows.filter((row) => row['state'] === 'available' || row['state'] === 'reserved').map((row) => String(row['value']))
    for (const { product, variant, keys } of await repo.countSoldKeys(deps.db, forSale)) {
      const name = `${product}\n${variant}`
      sold.set(name, { product, variant, keys: keys + (sold.get(name)?.keys ?? 0) })
    }
  }
  async function countDecided(table: 'orders' | 'payout', rows: readonly Row[]): Promise<number> {
    const ids = rows.filter((row) => row['status'] === 'pending').map((row) => Number(row['id']))
    return ids.length === 0 ? 0 : repo.countDecided(deps.db, table, ids)
  }
}

const needed = new Set(['app_user', 'two_factor', 'api_key'])

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
