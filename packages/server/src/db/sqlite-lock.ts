import { dirname, join, resolve } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { ConfigError } from '../config-error.ts'
import { isBusy } from './failures.ts'

/** Gives a server that is being replaced a moment to end. */
const patienceMs = 2_000

const held = new Set<unknown>()

/**
 * Lets only one server or restore use a SQLite database: it locks a file beside it, and the system releases that lock however the process
 * ends. Other commands may use the database meanwhile. Returns what releases it earlier.
 * @throws ConfigError while another one holds it
 */
export function lockForServer(databaseFile: string): () => void {
  const folder = dirname(databaseFile)
  const lock = new SqliteDatabase(join(folder, 'server.lock'), { timeout: patienceMs })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new ConfigError(
      `Another Keydesk server or a restore is running on the folder ${resolve(folder)}. Stop it, or set DATA_DIR to another folder.`,
    )
  }
  // Keep a reference until it is released: garbage collection would close the file.
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}
