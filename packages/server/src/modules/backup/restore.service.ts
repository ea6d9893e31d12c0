import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { system } from '../../actor.ts'
import { breathe, chunksOf } from '../../breathe.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid } from '../../errors.ts'
import { mediaTypeOf } from '../../files/files.ts'
import { followEmail } from '../customers/customers.service.ts'
import { recordStrikes, type StruckKey } from '../keys/withheld-keys.service.ts'
import { listAllUnused, noteUnused } from '../media/unused-files.service.ts'
import { exportOrdersAbove } from '../orders/lists/order-list.service.ts'
import { expireDue } from '../orders/order-steps.service.ts'
import { holdWaiting } from '../outbox/outbox.service.ts'
import { countHeldByRestore, recordRestore } from '../restore-holds/restore-holds.service.ts'
import { isWhole, readBackupFile, rowsOf } from './backup-file.ts'
import { disableAccounts, listApiKeys } from './comparison.repo.ts'
import { describeComparison, sumOf, type Sentences } from './comparison.rules.ts'
import { compareWithBackup, type Compared } from './comparison.service.ts'
import { keyAfter } from './held.rules.ts'
import { backupFormat, manifest, manifestName, type Manifest } from './manifest.ts'
import { isKnownMigration, listAppliedMigrations, migrate, migrateTo } from '../../db/migrate.ts'
import * as repo from './stored-tables.repo.ts'

/** The rows of the widest table have many values, and SQLite binds at most 32,766. */
const rowsAtOnce = 200

export interface RestoreOptions {
  /** Replaces existing data. */
  readonly force: boolean
  /** Nothing was sold or sent after the backup, so nothing is held. */
  readonly nothingSince: boolean
  /** The SQLite file, not opened yet; null for PostgreSQL. */
  readonly databaseFile: string | null
  /** A new file for the orders made since the backup. It is written only if there are any. */
  readonly lostOrdersFile: string
  /** Gets the checked part of the file, from 0 to 1. Nothing has been changed at this point. */
  readonly onCheck: (part: number) => void
  /** Gets the restored part, from 0 to 1. */
  readonly onProgress: (part: number) => void
  /** Gets what the restore would undo and hold, before anything is changed; false stops the restore. */
  readonly confirm: (sentences: Sentences) => Promise<boolean>
}

export interface RestoreReport {
  /** When the backup was made, ISO 8601 in UTC. */
  readonly createdAt: string
  readonly rows: number
  readonly files: number
  /** Orders made since the backup, which are in `lostOrdersFile` only. */
  readonly lostOrders: number
  /** Keys and messages that wait for an owner's decision. */
  readonly held: number
  /** Some due orders could not expire; the log has the reasons. The server tries again. */
  readonly hasUnexpired: boolean
  /** API keys that work now but may have been revoked or rotated since the backup, because the replaced database does not have them. */
  readonly uncheckedApiKeys: readonly string[]
  /** The hosts of webhooks that are active, if nothing says whether they were deleted, paused or changed since the backup. */
  readonly uncheckedWebhooks: readonly string[]
}

/**
 * Verifies and restores a backup. Rows are replaced in one transaction; before it, a newer database is emptied (docs/reference/backups.md,
 * What is one step).
 * - Not restored: sessions.
 * - Keep what was done since the backup: revoked and rotated API keys, changed webhooks, replaced links to order pages, and disabled members,
 *   apart from owners if no other is left. Webhooks deleted since are paused.
 * - Held: keys and messages that may have been sold or sent since the backup (What a restore holds).
 *
 * No server can start on SQLite until it ends; on PostgreSQL one that has started is found before any row is replaced.
 * @returns null if it was not confirmed
 * @throws 400 for an incomplete backup, or one from a newer program; 409 if a server has the database open, if the database or the media
 *   folder is not empty and `force` is not set, or if the database has changed since it was compared; ConfigError if one has just started
 */
export async function restore(deps: Deps, path: string, options: RestoreOptions): Promise<RestoreReport | null> {
  const { databaseFile } = options
  await requireWhole(path, options.onCheck)
  const described = await readManifest(path)
  await requireUnused(deps, databaseFile)
  if (databaseFile === null) return replace(deps, path, described, options)
  const unlock = repo.keepServersOut(databaseFile)
  try {
    return await replace(deps, path, described, options)
  } finally {
    unlock()
  }
}

async function replace(
  deps: Deps,
  path: string,
  described: Manifest,
  { force, nothingSince, databaseFile, lostOrdersFile, onProgress, confirm }: RestoreOptions,
): Promise<RestoreReport | null> {
  if (!force) await requireEmpty(deps)
  // Compare first: preparing the tables may drop them.
  const compared = await compareWithBackup(deps, path, described, nothingSince)
  const { comparison } = compared
  if (!(await confirm(describeComparison(comparison, lostOrdersFile)))) return null
  // The question may have waited for hours.
  if (databaseFile === null) await requireUnused(deps, null)
  if (await compared.isOutdated()) throw conflict('The database has changed since it was compared with the backup. Restore again.')

  const lostOrders = comparison.newOrders
  if (lostOrders > 0) await writeLostOrders(deps, described, lostOrdersFile)
  await prepareTables(deps, described)
  const report = await load(deps, path, described, compared, { databaseFile, onProgress, holdsMessages: !nothingSince })
  // The backup may be from an older version.
  await migrate(deps.db)
  // After the migration: an older backup lacks the columns that this reads.
  await transact(deps.db, async (tx) => {
    for (const { from, to } of compared.correctedEmails) await followEmail(tx, from, to)
  })
  // Before the messages are held: orders may have expired since the backup, and were announced.
  let hasUnexpired = false
  if (!nothingSince || comparison.endingOrders > 0)
    await expireDue(deps).catch((error: unknown) => {
      // The restore must still be recorded: that holds the messages about the orders that did expire.
      deps.failures.report(error, 'an order could not expire')
      hasUnexpired = true
    })
  const [withheld, struck] = [sumOf(comparison.withheldKeys), sumOf(comparison.struckKeys)]
  const lost = { count: lostOrders, file: basename(lostOrdersFile) }
  if (!nothingSince) {
    const { createdAt } = report
    await recordRestore(deps, { createdAt, withheld, struck, lastOrderId: comparison.lastOrderId, ...(lostOrders > 0 && { lost }) })
  }
  await repo.refreshStatistics(deps.db)
  onProgress(1)
  const unchecked = (await listApiKeys(deps.db)).filter((key) => key.revoked_at === null && !compared.isKnownApiKey(key))
  const held = await countHeldByRestore(deps.db)
  return {
    ...{ ...report, lostOrders, held: held.keys + held.messages, hasUnexpired, uncheckedWebhooks: compared.uncheckedWebhooks },
    uncheckedApiKeys: unchecked.map(({ name, hint }) => `${name} (${hint}…)`),
  }
}

async function requireWhole(path: string, onCheck: (part: number) => void): Promise<void> {
  await requireReadable(path)
  if (!(await isWhole(path, onCheck)))
    throw invalid('This is not a complete backup: it was truncated or altered, or is another kind of file')
}

async function requireReadable(path: string): Promise<void> {
  const file = createReadStream(path)
  try {
    // Not its opening: a folder can be opened.
    await once(file, 'readable')
  } catch (error) {
    throw invalid(`The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  } finally {
    file.destroy()
  }
}

async function readManifest(path: string): Promise<Manifest> {
  for await (const { name, bytes } of readBackupFile(path)) {
    const parsed = name === manifestName ? manifest.safeParse(JSON.parse(bytes.toString())) : undefined
    if (parsed?.success !== true) break
    if (parsed.data.format > backupFormat || !parsed.data.migrations.every(isKnownMigration))
      throw invalid(`This backup was made by a newer Keydesk (${parsed.data.keydesk}). Update this one first.`)
    return parsed.data
  }
  throw invalid('This is not a backup of Keydesk')
}

/** How long the check for damage of a server that was killed may go on to read the file. */
const patienceMs = 5_000

const running = 'A server is running on this database. Stop it first.'
/** A pooler keeps connections for minutes, with the name of the server that used them last. */
const throughPooler = 'If none is, stop pgbouncer or another pooler: its connections look like those of a server.'

async function requireUnused({ db }: Deps, databaseFile: string | null): Promise<void> {
  for (const end = Date.now() + patienceMs; await repo.isInUse(db, databaseFile); await wait(100))
    if (Date.now() > end) throw conflict(databaseFile === null ? `${running} ${throughPooler}` : running)
}

/** Rows that migrations insert do not count. */
const seeded = new Set(['game', 'discord_bot'])

async function requireEmpty(deps: Deps): Promise<void> {
  const present = new Set(await repo.listTableNames(deps.db))
  for (const table of repo.storedTables) {
    if (present.has(table) && !seeded.has(table) && (await repo.countRows(deps.db, table)) > 0)
      throw conflict('The database is not empty. Use --force to replace everything in it.')
  }
  if (!(await deps.files.isEmpty())) throw conflict('There are media files already. Use --force to replace them.')
}

/** Writes the orders made since the backup, before anything is replaced. Only the owner of the file may read it; no file is overwritten. */
async function writeLostOrders({ db }: Deps, { last_ids }: Manifest, path: string): Promise<void> {
  try {
    await writeFile(path, exportOrdersAbove(db, last_ids['orders'] ?? 0), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true })
    throw error
  }
}

/** Brings the tables to the backup's version. Drops those of a newer database first, because migrations cannot be undone. */
async function prepareTables(deps: Deps, { migrations }: Manifest): Promise<void> {
  const applied = await listAppliedMigrations(deps.db)
  if (applied.length > migrations.length) await transact(deps.db, repo.dropAllTables)
  await migrateTo(deps.db, migrations.at(-1)!)
}

async function load(
  deps: Deps,
  path: string,
  described: Manifest,
  { apiKeyAfter, webhookAfter, orderAfter, disabled, fateOfKey, lastIds }: Compared,
  { databaseFile, onProgress, holdsMessages }: Pick<RestoreOptions, 'databaseFile' | 'onProgress'> & { readonly holdsMessages: boolean },
): Promise<Pick<RestoreReport, 'createdAt' | 'rows' | 'files'>> {
  const expected = described.tables.reduce((sum, table) => sum + table.rows, 0) + described.media
  const at = deps.now().toISOString()
  return transact(deps.db, async (tx) => {
    await repo.lockTables(tx)
    if (databaseFile === null) await requireUnused(deps, null)
    const filesBefore = new Set([...(await repo.listMediaNames(tx)), ...(await listAllUnused(tx))])
    let rows = 0
    let files = 0
    const names = [...described.tables.map((table) => table.name), ...repo.passingTables]
    const present = new Set(await repo.listTableNames(tx))
    const struck: StruckKey[] = []
    const emptied = new Set<number>()
    const afterRestore = (table: string, row: repo.Row): repo.Row => {
      if (table === 'api_key') return apiKeyAfter(row)
      if (table === 'webhook') return webhookAfter(row)
      if (table === 'orders') return orderAfter(row)
      if (table !== 'license_key') return row
      const fate = fateOfKey(row)
      if (fate.is === 'struck') struck.push({ id: Number(row['id']), soldBy: fate.soldBy })
      const item = row['order_item_id']
      if (fate.is !== 'stays' && typeof item === 'number') emptied.add(item)
      return keyAfter(row, fate)
    }
    for (const table of names.toReversed()) if (present.has(table)) await repo.deleteRows(tx, table)
    for await (const entry of readBackupFile(path)) {
      const [kind, table = ''] = entry.name.split('/')
      // Older backups contain sessions; skip them.
      if (kind === 'tables' && !passing.has(table)) {
        const restored = rowsOf(entry).map((row) => afterRestore(table, row))
        for (const part of chunksOf(restored, rowsAtOnce)) {
          await repo.insertRows(tx, table, part)
          rows += part.length
        }
      }
      if (kind === 'media') {
        // Write files before the commit, so that every file named by a row exists.
        await deps.files.put(table, entry.bytes, mediaTypeOf(table))
        files += 1
      }
      onProgress((rows + files) / (expected || 1))
      await breathe()
    }
    await disableAccounts(tx, disabled)
    await repo.writeLastIds(tx, lastIds)
    if (holdsMessages) await holdWaiting(tx, at, described.created_at)
    await repo.recountStock(tx)
    // A pending order without its keys must not be completed: it ends before the server starts.
    await repo.makeDue(tx, [...emptied], at)
    for (const part of chunksOf(struck)) await recordStrikes(tx, part, at, system.name)
    const kept = new Set(await repo.listMediaNames(tx))
    for (const part of chunksOf([...filesBefore].filter((name) => !kept.has(name)))) await noteUnused(tx, deps, part)
    return { createdAt: described.created_at, rows, files }
  })
}

const passing: ReadonlySet<string> = new Set(repo.passingTables)
