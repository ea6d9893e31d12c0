import { buffer } from 'node:stream/consumers'
import server from '../../../package.json' with { type: 'json' }
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import { keepUnused } from '../media/unused-files.service.ts'
import { writeBackupFile, type Entry } from './backup-file.ts'
import { findLastBackup, recordBackup } from './last-backup.repo.ts'
import { backupFormat, manifestName, mediaName, pageName, type Manifest } from './manifest.ts'
import { isKnownMigration, listAppliedMigrations, NewerDatabase } from '../../db/migrate.ts'
import * as repo from './stored-tables.repo.ts'

const rowsPerPage = 1_000
/** The weight of a file in rows, for the progress only. */
const rowsPerFile = 50

export interface BackupReport {
  readonly rows: number
  readonly files: number
  /** Files that the database names but that no longer exist. */
  readonly missing: readonly string[]
}

/**
 * Writes a snapshot of the database and its media into one file while the server runs.
 * @param onProgress gets the finished part, from 0 to 1
 * @throws 409 for a database without tables; NewerDatabase for one of a newer program, since this one does not know its tables
 */
export async function backUp(deps: Deps, path: string, onProgress: (part: number) => void): Promise<BackupReport> {
  await requireKnownSchema(deps.db)
  // First stop the deletion of unused files: the snapshot may name them.
  const report = await keepUnused(deps, () =>
    repo.readSnapshot(deps.db, async (snapshot) => {
      // A newer Keydesk may have migrated it meanwhile.
      await requireKnownSchema(snapshot)
      const names = await repo.listMediaNames(snapshot)
      const described = await describe(snapshot, deps.now(), names.length)
      const rows = described.tables.reduce((sum, table) => sum + table.rows, 0)
      const missing: string[] = []
      let done = 0
      const advance = (by: number) => onProgress((done += by) / (rows + names.length * rowsPerFile || 1))

      async function* entries(): AsyncGenerator<Entry> {
        yield toEntry(manifestName, described)
        for (const { name } of described.tables) {
          for await (const { page, lines } of pagesOf(snapshot, name)) {
            yield { name: pageName(name, page), bytes: Buffer.from(lines.join('')) }
            advance(lines.length)
          }
        }
        for (const name of names) {
          const file = await deps.files.read(name)
          if (file === undefined) missing.push(name)
          else yield { name: mediaName(name), bytes: await buffer(file.body) }
          advance(rowsPerFile)
        }
      }
      await writeBackupFile(path, entries())
      onProgress(1)
      return { rows, files: names.length - missing.length, missing }
    }),
  )
  // The backup is good even if the database takes no writes now, or is of a version without that table.
  const failed = (error: unknown) => deps.log.warn({ reason: String(error) }, 'the moment of the backup was not recorded for the metrics')
  await recordBackup(deps.db, deps.now().toISOString()).catch(failed)
  return report
}

async function requireKnownSchema(db: Db): Promise<void> {
  const migrations = await listAppliedMigrations(db)
  if (migrations.length === 0) throw conflict('There is no shop to back up: the database is empty')
  const unknown = migrations.find((name) => !isKnownMigration(name))
  if (unknown !== undefined) throw new NewerDatabase(unknown)
}

/** Seconds since the last backup of this shop was made, by any server or command line; undefined if none is known. */
export async function ageOfBackup({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number | undefined> {
  const finishedAt = await findLastBackup(db)
  return finishedAt === undefined ? undefined : (now().getTime() - Date.parse(finishedAt)) / 1_000
}

async function describe(snapshot: Db, at: Date, media: number): Promise<Manifest> {
  const tables = []
  // A backup does not migrate, so an older database may lack tables.
  const present = new Set(await repo.listTableNames(snapshot))
  for (const name of repo.storedTables) if (present.has(name)) tables.push({ name, rows: await repo.countRows(snapshot, name) })
  return {
    ...{ format: backupFormat, keydesk: server.version, created_at: at.toISOString() },
    ...{ migrations: await listAppliedMigrations(snapshot), tables, last_ids: await repo.readLastIds(snapshot), media },
  }
}

async function* pagesOf(snapshot: Db, table: string): AsyncGenerator<{ page: number; lines: string[] }> {
  let after: repo.Row | null = null
  for (let page = 1; ; page += 1) {
    const rows: repo.Row[] = await repo.listRowsAfter(snapshot, table, after, rowsPerPage)
    if (rows.length === 0) return
    yield { page, lines: rows.map((row) => `${JSON.stringify(row)}\n`) }
    after = rows.at(-1) ?? null
  }
}

const toEntry = (name: string, value: unknown): Entry => ({ name, bytes: Buffer.from(JSON.stringify(value)) })
