import { randomUUID } from 'node:crypto'
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

/** Deletes noted files; one that cannot be removed now, or that a backup may still need, is left to the sweep. */
export async function deleteUnused(deps: Pick<Deps, 'db' | 'files' | 'log' | 'now'>, names: readonly string[]): Promise<void> {
  if (names.length === 0 || (await repo.isHeld(deps.db, deps.now().toISOString()))) return
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

/** A backup that was cut short keeps nothing for longer: five minutes. */
const holdMs = 300_000

/**
 * While the work runs, on any node, no unused file is deleted. A snapshot of the database taken after this began has every file
 * that it names.
 */
export async function keepUnused<T>(deps: Deps, work: () => Promise<T>): Promise<T> {
  const id = randomUUID()
  const hold = () => repo.hold(deps.db, id, new Date(deps.now().getTime() + holdMs).toISOString())
  await hold()
  const renewal = setInterval(() => void hold().catch(() => undefined), holdMs / 5).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await repo.release(deps.db, id).catch(() => undefined)
  }
}
