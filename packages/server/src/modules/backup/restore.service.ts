import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import { breathe } from '../../breathe.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid } from '../../errors.ts'
import { isWhole, readBackupFile, rowsOf } from './backup-file.ts'
import { listLiveApiKeys, revokeApiKeys, type RevokedApiKey } from './comparison.repo.ts'
import { describeComparison, type Sentences } from './comparison.rules.ts'
import { compareWithBackup, type Compared } from './comparison.service.ts'
import { backupFormat, manifest, manifestName, type Manifest } from './manifest.ts'
import { isKnownMigration, listAppliedMigrations, migrate, migrateTo } from './schema.repo.ts'
import * as repo from './stored-tables.repo.ts'

const rowsAtOnce = 200

export interface RestoreOptions {
  /** Replaces existing data. */
  readonly force: boolean
  /** Of SQLite, not opened yet. */
  readonly databaseFile: string | null
  /** Gets the part of the file that is checked, from 0 to 1; nothing is changed yet. */
  readonly onCheck: (part: number) => void
  /** Gets the part that is restored, from 0 to 1. */
  readonly onProgress: (part: number) => void
  /** Gets what would come back or be lost in a database that has changed since the backup; false stops the restore. */
  readonly confirm: (sentences: Sentences) => Promise<boolean>
}

export interface RestoreReport {
  /** When the backup was made: ISO 8601 in UTC. */
  readonly createdAt: string
  readonly rows: number
  readonly files: number
  /** API keys that work now and may have been revoked since the backup: there was no database to compare it with. */
  readonly uncheckedApiKeys: readonly string[]
}

/**
 * Restores a backup, after a check of every byte. Deletions and new rows are one transaction, so that nothing changes if anything goes
 * wrong. Sessions are not restored, and API keys that were revoked since stay revoked. Null if it was not confirmed.
 * @throws 400 for an incomplete backup, or one of a newer program; 409 for a database or folder that is not empty, without `force`, and for
 *   one that a server has open
 */
export async function restore(
  deps: Deps,
  path: string,
  { force, databaseFile, onCheck, onProgress, confirm }: RestoreOptions,
): Promise<RestoreReport | null> {
  await requireWhole(path, onCheck)
  const described = await readManifest(path)
  if (await repo.isInUse(deps.db, databaseFile)) throw conflict('A server is running on this database. Stop it first.')
  if (!force) await requireEmpty(deps)
  // Before anything is changed: the tables may have to be made again.
  const compared = await compareWithBackup(deps, path, described)
  if (!(await confirm(sentencesOf(compared)))) return null

  await prepareTables(deps, described)
  const before = await repo.listMediaNames(deps.db)
  const revoked = compared.is === 'compared' ? compared.revoked : []
  const report = await load(deps, path, described, revoked, onProgress)
  // A backup of an older version: migrate it.
  await migrate(deps.db)
  await repo.refreshStatistics(deps.db)
  const kept = new Set(await repo.listMediaNames(deps.db))
  for (const name of before) if (!kept.has(name)) await deps.files.remove(name)
  onProgress(1)
  const unchecked = compared.is === 'compared' ? [] : await listLiveApiKeys(deps.db)
  return { ...report, uncheckedApiKeys: unchecked.map(({ name, hint }) => `${name} (${hint}…)`) }
}

function sentencesOf(compared: Compared): Sentences {
  switch (compared.is) {
    case 'compared':
      return describeComparison(compared.comparison)
    case 'too_old':
      return { warnings: ['The database is of an older Keydesk, and cannot be compared with the backup.'], notes: [] }
    case 'nothing_there':
      return { warnings: [], notes: [] }
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
    await once(file, 'open')
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

/** Makes the tables of the backup's version. A newer database is emptied first: migrations cannot be undone. */
async function prepareTables(deps: Deps, { migrations }: Manifest): Promise<void> {
  const applied = await listAppliedMigrations(deps.db)
  if (applied.length > migrations.length) await transact(deps.db, repo.dropAllTables)
  await migrateTo(deps.db, migrations.at(-1)!)
}

async function load(
  deps: Deps,
  path: string,
  described: Manifest,
  revoked: readonly RevokedApiKey[],
  onProgress: (part: number) => void,
): Promise<Omit<RestoreReport, 'uncheckedApiKeys'>> {
  const expected = described.tables.reduce((sum, table) => sum + table.rows, 0) + described.media
  let rows = 0
  let files = 0
  await transact(deps.db, async (tx) => {
    const names = [...described.tables.map((table) => table.name), ...repo.passingTables]
    const present = new Set(await repo.listTableNames(tx))
    for (const table of names.toReversed()) if (present.has(table)) await repo.deleteRows(tx, table)
    for await (const entry of readBackupFile(path)) {
      const [kind, table = ''] = entry.name.split('/')
      // Older backups hold sessions, too.
      if (kind === 'tables' && !passing.has(table)) {
        for (const part of chunksOf(rowsOf(entry))) {
          await repo.insertRows(tx, table, part)
          rows += part.length
        }
      }
      if (kind === 'media') {
        // Before the commit, so that every file that a row names exists.
        await deps.files.put(table, entry.bytes, 'image/webp')
        files += 1
      }
      onProgress((rows + files) / (expected || 1))
      await breathe()
    }
    await revokeApiKeys(tx, revoked)
    await repo.writeLastIds(tx, described.last_ids)
  })
  return { createdAt: described.created_at, rows, files }
}

const passing: ReadonlySet<string> = new Set(repo.passingTables)

const chunksOf = (rows: readonly repo.Row[]): (readonly repo.Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) => rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce))
