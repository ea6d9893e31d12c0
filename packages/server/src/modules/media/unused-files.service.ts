import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './unused-files.repo.ts'

/**
 * Files and rows cannot change in one step, so every stored file that no row names is noted in the database for as long as that is so:
 * before it is written, and in the transaction that deletes its row. A process may end in between at any instant; the sweep finds the note.
 */

/** Far longer than an upload can take: an hour. */
const keptMs = 3_600_000
const atOnce = 100

/** Notes files that are about to be written, or whose rows this transaction deletes. */
export async function noteUnused(db: Db, deps: Pick<Deps, 'now'>, names: readonly string[]): Promise<void> {
  if (names.length > 0) await repo.insertUnusedFiles(db, names, deps.now().toISOString())
}

/** In the transaction that inserts the row which names them. */
export async function takeIntoUse(tx: Db, names: readonly string[]): Promise<void> {
  const noted = await repo.deleteUnusedFiles(tx, names)
  if (noted !== names.length) throw new Error('An upload took so long that its files were swept away')
}

/** Deletes noted files; one that cannot be removed now is left to the sweep. */
export async function deleteUnused(deps: Pick<Deps, 'db' | 'files' | 'log'>, names: readonly string[]): Promise<void> {
  const removed: string[] = []
  for (const name of names) {
    try {
      await deps.files.remove(name)
      removed.push(name)
    } catch (error) {
      deps.log.error({ err: error, file: name }, 'a media file was left behind')
    }
  }
  // The files are gone: that the notes stay a little longer is no reason to fail.
  if (removed.length > 0) await repo.deleteUnusedFiles(deps.db, removed).catch(() => undefined)
}

/** Deletes what an upload or a deletion left behind that was cut short. */
export async function sweepUnused(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - keptMs).toISOString()
  const names = await repo.listUnusedFilesBefore(deps.db, before, atOnce)
  if (names.length > 0) await deleteUnused(deps, names)
}
