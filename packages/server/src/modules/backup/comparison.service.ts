import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { findShopMark, shopMarkOf } from '../users/users.service.ts'
import { readBackupFile, rowsOf } from './backup-file.ts'
import type { Comparison, KeptWebhook } from './comparison.rules.ts'
import * as repo from './comparison.repo.ts'
import { apiKeyAfter, lastIdsAfter, orderAfter, webhookAfter, type Fate } from './held.rules.ts'
import { KeyFates, tablesOfFates } from './key-fates.service.ts'
import type { Manifest } from './manifest.ts'
import { listTableNames, numberedTables, readLastIds, type Row } from './stored-tables.repo.ts'

export interface Compared {
  readonly comparison: Comparison
  /** Whether the database has this API key, so that it is known whether it was revoked or rotated. */
  readonly isKnownApiKey: (row: Row) => boolean
  readonly apiKeyAfter: (row: Row) => Row
  readonly webhookAfter: (row: Row) => Row
  /** The hosts of webhooks that are active again, if there is nothing to compare them with. */
  readonly uncheckedWebhooks: readonly string[]
  readonly orderAfter: (row: Row) => Row
  /** The emails of orders that were corrected since, as they are in the backup and now. */
  readonly correctedEmails: readonly { readonly from: string; readonly to: string }[]
  /** Accounts that were enabled in the backup, are disabled now, and stay so. */
  readonly disabled: readonly repo.Account[]
  readonly fateOfKey: (row: Row) => Fate
  readonly lastIds: Readonly<Record<string, number>>
  /** Whether anything was added to the database since the comparison began: each change of a key or an account also adds activity. */
  readonly isOutdated: () => Promise<boolean>
}

/**
 * Compares a backup with the database that it would replace, if there is one.
 * @param nothingSince whether the operator says that nothing was sold or sent after the backup
 */
export async function compareWithBackup({ db }: Deps, path: string, described: Manifest, nothingSince: boolean): Promise<Compared> {
  const tables = await listTableNames(db)
  const readIds = async () => ((await listTableNames(db)).length === 0 ? {} : readLastIds(db))
  const idsThere = await readIds()
  const hasShop = tables.includes('app_user') && (await repo.hasUsers(db))
  const isTooOld = hasShop && !tables.includes('two_factor')
  const backup = await readBackup(hasShop && !isTooOld ? db : null, path, nothingSince)
  const isOutdated = async () => !isDeepStrictEqual(await readIds(), idsThere)
  return { ...(await compare(db, { described, backup, idsThere, isTooOld })), isOutdated }
}

/** An order as it will be, with the email that it has in the backup. */
interface MovedOrder {
  readonly row: Row
  readonly from: string
}

/** What a comparison needs of a backup. */
interface BackupRead {
  /** The rows of the tables that are compared as a whole. */
  readonly kept: ReadonlyMap<string, readonly Row[]>
  readonly fates: KeyFates
  /** Pending orders and payouts of the backup that were decided since. */
  readonly decided: { readonly orders: number; readonly payout: number }
  /** Orders of the backup that keep their present email and link. */
  readonly moved: ReadonlyMap<number, MovedOrder>
  /** Messages that waited. */
  readonly messages: number
  /** The database is of the same shop. Another shop may have the same ids and names. */
  readonly isSame: boolean
  /** It is, and has the newest order of the backup. Without it, it may be the older one, with links and webhooks that were replaced. */
  readonly isContinued: boolean
  /** Every sale since the backup is known. */
  readonly knowsAll: boolean
}

/** @param db the database to compare with; null if it cannot be compared */
async function readBackup(db: Db | null, path: string, nothingSince: boolean): Promise<BackupRead> {
  const kept = new Map<string, Row[]>([...needed].map((table) => [table, []]))
  const decided = { orders: 0, payout: 0 }
  const moved = new Map<number, MovedOrder>()
  let messages = 0
  const isSameShop = async (): Promise<boolean> => {
    const [first] = kept.get('app_user') ?? []
    return db !== null && (await findShopMark(db)) === shopMarkOf(first && { id: first['id'], created_at: first['created_at'] })
  }
  /** Whether the database is of the same shop and has the newest order of the backup: then it knows what was sold since. */
  const knowsSales = async (newestOrder: Row | undefined): Promise<boolean> => {
    if (db === null || !(await isSameShop())) return false
    return newestOrder === undefined || repo.hasOrder(db, Number(newestOrder['id']), String(newestOrder['created_at']))
  }
  const fates = new KeyFates({ db, nothingSince, knowsSales })

  for await (const entry of readBackupFile(path)) {
    const [kind, table = ''] = entry.name.split('/')
    if (kind === 'media') break
    if (kind !== 'tables' || !read.has(table)) continue
    const rows = rowsOf(entry)
    await fates.take(table, rows)
    if (table === 'outbox' && !nothingSince) messages += rows.filter((row) => row['status'] === 'pending').length
    if ((table === 'orders' || table === 'payout') && db !== null && (await isSameShop())) {
      decided[table] += await countDecided(db, table, rows)
      if (table === 'orders') for (const order of await listMoved(db, rows)) moved.set(Number(order.row['id']), order)
    }
    kept.get(table)?.push(...rows)
  }
  const knowsAll = await fates.knowsAll()
  const isContinued = await knowsSales(fates.newestOrder)
  if (!isContinued) moved.clear()
  return { kept, fates, decided, moved, messages, isSame: await isSameShop(), isContinued, knowsAll }
}

async function countDecided(db: Db, table: 'orders' | 'payout', rows: readonly Row[]): Promise<number> {
  const ids = rows.filter((row) => row['status'] === 'pending').map((row) => Number(row['id']))
  return ids.length > 0 ? repo.countDecided(db, table, ids) : 0
}

/** The orders whose email or link was replaced since. */
async function listMoved(db: Db, rows: readonly Row[]): Promise<MovedOrder[]> {
  const ids = rows.map((row) => Number(row['id']))
  const there = new Map((await repo.listContacts(db, ids)).map((order) => [order.id, order]))
  return rows.flatMap((row) => {
    const restored = orderAfter(row, there.get(Number(row['id'])))
    return restored === row ? [] : [{ row: restored, from: String(row['customer_email']) }]
  })
}

interface Sides {
  readonly described: Manifest
  readonly backup: BackupRead
  /** The last ids of the database. */
  readonly idsThere: Readonly<Record<string, number>>
  readonly isTooOld: boolean
}

async function compare(db: Db, { described, backup, idsThere, isTooOld }: Sides): Promise<Omit<Compared, 'isOutdated'>> {
  const { kept, fates, decided, moved, messages, isSame, isContinued, knowsAll } = backup
  const lastIds = lastIdsAfter(numberedTables, described.last_ids, idsThere, knowsAll)
  const users = kept.get('app_user') ?? []
  const { changed, disabled, enabled } = compareAccounts(
    { accounts: isSame ? await repo.listAccounts(db) : [], codes: isSame ? await repo.listRecoveryCodes(db) : [] },
    { users, twoFactor: kept.get('two_factor') ?? [], codes: kept.get('recovery_code') ?? [] },
  )
  const lastIdThen = (table: string): number => described.last_ids[table] ?? 0
  const apiKeys = compareApiKeys(isSame ? await repo.listApiKeys(db) : [], kept.get('api_key') ?? [], users)
  const webhooks = compareWebhooks(isContinued ? await repo.listWebhooks(db) : null, kept.get('webhook') ?? [], lastIdThen('webhook'))
  const [bot] = kept.get('discord_bot') ?? []
  const comparison: Comparison = {
    isTooOld,
    struckKeys: fates.struckKeys,
    withheldKeys: fates.withheldKeys,
    endingOrders: fates.endingOrders,
    messages,
    lastOrderId: lastIds['orders'] ?? 0,
    hasGap: !knowsAll,
    decidedOrders: decided.orders,
    decidedPayouts: decided.payout,
    newOrders: isSame ? await repo.countAfter(db, 'orders', lastIdThen('orders')) : 0,
    newRefunds: isSame ? await repo.countAfter(db, 'refund', lastIdThen('refund')) : 0,
    newPayouts: isSame ? await repo.countPayoutsAfter(db, lastIdThen('payout')) : { pending: 0, completed: 0 },
    changedAccounts: changed.map(({ username }) => username),
    disabledAccounts: disabled.map(({ username }) => username),
    enabledAccounts: enabled.map(({ username }) => username),
    revokedApiKeys: apiKeys.revoked,
    rotatedApiKeys: apiKeys.rotated,
    newWebhooks: webhooks.made,
    deletedWebhooks: webhooks.deleted,
    keptWebhooks: webhooks.kept,
    hasOtherBotToken: isSame && (await repo.findBotToken(db)) !== (bot?.['token_sealed'] ?? null),
    movedOrders: moved.size,
  }
  return {
    ...{ comparison, isKnownApiKey: apiKeys.isKnown, apiKeyAfter: apiKeys.after, disabled, lastIds },
    ...{ webhookAfter: webhooks.after, uncheckedWebhooks: webhooks.unchecked },
    orderAfter: (row) => moved.get(Number(row['id']))?.row ?? row,
    correctedEmails: [...moved.values()]
      .map(({ row, from }) => ({ from, to: String(row['customer_email']) }))
      .filter(({ from, to }) => from !== to),
    fateOfKey: (row) => fates.fateOf(row),
  }
}

const needed = new Set(['app_user', 'two_factor', 'recovery_code', 'api_key', 'webhook', 'discord_bot'])
const read = new Set([...needed, ...tablesOfFates, 'payout', 'outbox'])

function compareApiKeys(there: readonly repo.ApiKey[], rows: readonly Row[], users: readonly Row[]) {
  const known = new Map(there.map((key) => [`${key.id} ${key.created_at}`, key]))
  const nowOf = (row: Row) => known.get(`${row['id']} ${row['created_at']}`)
  const userIds = new Set(users.map((row) => row['id']))
  const after = (row: Row): Row => apiKeyAfter(row, nowOf(row), (id) => userIds.has(id))
  const live = rows.flatMap((row) => {
    const now = nowOf(row)
    return row['revoked_at'] === null && now !== undefined ? [{ row, now }] : []
  })
  const isRotated = (row: Row): boolean => after(row)['key_hash'] !== row['key_hash']
  return {
    after,
    isKnown: (row: Row) => nowOf(row) !== undefined,
    revoked: live.filter(({ now }) => now.revoked_at !== null).map(({ now }) => now),
    rotated: live.filter(({ row, now }) => now.revoked_at === null && isRotated(row)).map(({ now }) => now),
  }
}

/** What a member changes of a webhook. The encrypted secret is another text only after a rotation. */
const columnOf = { address: 'url', secret: 'secret_sealed', events: 'events' }

/**
 * @param there the present webhooks; null if there is nothing to compare with
 * @param lastId that of the backup
 */
function compareWebhooks(there: readonly Row[] | null, rows: readonly Row[], lastId: number) {
  const known = new Map((there ?? []).map((row) => [`${row['id']} ${row['created_at']}`, row]))
  const nowOf = (row: Row) => known.get(`${row['id']} ${row['created_at']}`)
  const hostOf = (row: Row): string => new URL(String(row['url'])).host
  const stateOf = (row: Row) => (row['active'] === 0 ? 'paused' : row['disabled_reason'] === null ? 'active' : 'disabled')
  const keptOf = (row: Row, now: Row): KeptWebhook => ({
    host: hostOf(now),
    stays: stateOf(now) === stateOf(row) ? null : stateOf(now),
    keeps: (['address', 'secret', 'events'] as const).filter((part) => now[columnOf[part]] !== row[columnOf[part]]),
  })
  return {
    after: (row: Row): Row => (there === null ? row : webhookAfter(row, nowOf(row))),
    made: (there ?? []).filter((row) => Number(row['id']) > lastId).map(hostOf),
    deleted: there === null ? [] : rows.filter((row) => nowOf(row) === undefined).map(hostOf),
    kept: rows.flatMap((row) => {
      const now = nowOf(row)
      return now === undefined ? [] : [keptOf(row, now)]
    }),
    unchecked: there === null ? rows.filter((row) => stateOf(row) === 'active').map(hostOf) : [],
  }
}

interface AccountsThen {
  readonly users: readonly Row[]
  readonly twoFactor: readonly Row[]
  readonly codes: readonly Row[]
}

function compareAccounts(
  there: { readonly accounts: readonly repo.Account[]; readonly codes: readonly Row[] },
  { users, twoFactor, codes }: AccountsThen,
) {
  const before = new Map(users.map((row) => [row['username_key'], row]))
  const since = new Map(twoFactor.map((row) => [row['user_id'], row['enabled_at']]))
  const known = there.accounts.filter(({ username_key }) => before.has(username_key))
  const isChanged = (account: repo.Account): boolean => {
    const row = before.get(account.username_key)!
    const wasSince = since.get(row['id'] ?? null) ?? null
    const hasOtherCodes = codesOf(there.codes, account.id) !== codesOf(codes, row['id'])
    // A backup of an older version lacks the columns that have been added since.
    const hasOtherAccess = repo.accessColumns.some((column) => column in row && row[column] !== account[column])
    return hasOtherAccess || hasOtherCodes || wasSince !== account.two_factor_since
  }
  const ended = known.filter(({ username_key, disabled_at }) => disabled_at !== null && before.get(username_key)!['disabled_at'] === null)
  const isOwner = (row: Row | undefined): boolean => row?.['role'] === 'owner' && row['disabled_at'] === null
  const leavesOwner = users.some((row) => isOwner(row) && !ended.some(({ username_key }) => username_key === row['username_key']))
  const isKept = ({ username_key }: repo.Account): boolean => leavesOwner || !isOwner(before.get(username_key))
  return { changed: known.filter(isChanged), disabled: ended.filter(isKept), enabled: ended.filter((account) => !isKept(account)) }
}

/** A text that is the same for the same recovery codes. */
const codesOf = (codes: readonly Row[], userId: unknown): string =>
  codes
    .filter((row) => row['user_id'] === userId)
    .map((row) => String(row['code_hash']))
    .toSorted()
    .join(' ')
