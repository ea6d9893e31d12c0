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
  /** The SQLite file, not opened yet; null for PostgreSQL. */
  readonly databaseFile: string | null
  /** Gets the checked part of the file, from 0 to 1. Nothing has been changed at this point. */
  readonly onCheck: (part: number) => void
  /** Gets the restored part, from 0 to 1. */
  readonly onProgress: (part: number) => void
  /** Gets what the restore would undo in a database that has changed since the backup; false stops the restore. */
  readonly confirm: (sentences: Sentences) => Promise<boolean>
}

export interface RestoreReport {
  /** When the backup was made, ISO 8601 in UTC. */
  readonly createdAt: string
  readonly rows: number
  readonly files: number
  /** API keys that work now but may have been revoked since the backup, because it could not be compared with a database. */
  readonly uncheckedApiKeys: readonly string[]
}

/**
 * Verifies and restores a backup. Rows are replaced in one transaction; before it, a newer database is emptied (docs/reference/backups.md,
 * What is one step). Sessions are not restored, and API keys revoked since the backup stay revoked. Null if it was not confirmed.
 * @throws 400 for an incomplete backup, or one from a newer program; 409 if a server has the database open, or if the database or the media
 *   folder is not empty and `force` is not set
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
  // Compare first: preparing the tables may drop them.
  const compared = await compareWithBackup(deps, path, described)
  if (!(await confirm(sentencesOf(compared)))) return null

  await prepareTables(deps, described)
  const before = await repo.listMediaNames(deps.db)
  const revoked = compared.is === 'compared' ? compared.revoked : []
  const report = await load(deps, path, described, revoked, onProgress)
  // The backup may be from an older version.
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
      // Older backups contain sessions; skip them.
      if (kind === 'tables' && !passing.has(table)) {
        for (const part of chunksOf(rowsOf(entry))) {
          await repo.insertRows(tx, table, part)
          rows += part.length
        }
      }
      if (kind === 'media') {
        // Write files before the commit, so that every file named by a row exists.
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
