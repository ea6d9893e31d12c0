import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { outageOf } from '../../failure-log.ts'
import { hold, isHeld, release } from '../lease/holds.service.ts'
import * as repo from './unused-files.repo.ts'

/**
 * Files and rows cannot change atomically, so the database lists every stored file without a row: from before it is written until its row
 * is inserted, and from the transaction that deletes its row. If a process dies in between, the housekeeping finds the file in that list.
 */

/** An hour, far longer than an upload can take. */
const keptMs = 3_600_000
const atOnce = 100

/** Lists files that are about to be written, or whose rows this transaction deletes. */
export async function noteUnused(db: Db, deps: Pick<Deps, 'now'>, names: readonly string[]): Promise<void> {
  if (names.length > 0) await repo.insertUnusedFiles(db, names, deps.now().toISOString())
}

/** The names of all listed files. */
export const listAllUnused = repo.listAllUnused

/** Unlists files. Call in the transaction that inserts their row. */
export async function takeIntoUse(tx: Db, names: readonly string[]): Promise<void> {
  const noted = await repo.deleteUnusedFiles(tx, names)
  if (noted !== names.length) throw new Error('An upload took so long that its files were swept away')
}

/**
 * Deletes those of the files that are still listed: a transaction whose connection broke at its end may have taken them into use. The
 * housekeeping retries files that cannot be deleted now or that a backup may still need. It never fails, because the change before it is already stored.
 */
export const deleteUnused = (deps: Deps, names: readonly string[]): Promise<void> =>
  deleteListed(deps, names).catch((error: unknown) => deps.failures.report(error, 'media files were left behind', { files: names }))

async function deleteListed(deps: Deps, names: readonly string[]): Promise<void> {
  if (names.length === 0 || (await isHeld(deps.db, files, deps.now().toISOString()))) return
  const removed: string[] = []
  for (const name of await repo.listUnused(deps.db, names)) {
    try {
      await deps.files.remove(name)
      removed.push(name)
    } catch (error) {
      deps.failures.report(error, 'a media file was left behind', { file: name })
      // Each further file could take as long as the storage may take to answer.
      if (outageOf(error) === 'media_storage') break
    }
  }
  // The files are deleted, so do not fail if the list still has them: the housekeeping deletes entries later.
  if (removed.length > 0) await repo.deleteUnusedFiles(deps.db, removed).catch(() => undefined)
}

/** Deletes the files of interrupted uploads and deletions. */
export async function deleteAllUnused(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - keptMs).toISOString()
  const names = await repo.listUnusedFilesBefore(deps.db, before, atOnce)
  await deleteListed(deps, names)
}

/** The id of the hold. */
const files = 'unused-files'
/** After five minutes, the hold of an interrupted backup expires. */
const holdMs = 300_000

/** Keeps all servers from deleting unused files while the work runs, so that each file named by a later snapshot of the database exists. */
export async function keepUnused<T>(deps: Deps, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID()
  const renew = () => hold(deps.db, files, holder, new Date(deps.now().getTime() + holdMs).toISOString())
  await renew()
  const report = (error: unknown): void => deps.failures.report(error, 'the hold of the media files could not be renewed')
  const renewal = setInterval(() => void renew().catch(report), holdMs / 5).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await release(deps.db, files, holder).catch(() => undefined)
  }
}
