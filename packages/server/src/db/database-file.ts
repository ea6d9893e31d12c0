import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { ConfigError } from '../config-error.ts'
import { makePrivateDatabase } from '../private-files.ts'

/** What every shop leaves beside its database: its own secret, or the lock of its first server. */
const traces = ['secret', 'server.lock']

/**
 * Whether a shop has used this folder and its database is gone, as after a disk was lost or not mounted. Looks for traces first: another
 * first start may be making the database, and then its traces, at this moment.
 */
export const isLost = (databaseFile: string): boolean =>
  traces.some((name) => existsSync(join(dirname(databaseFile), name))) && !hasContent(databaseFile)

/** Whether no shop has ever used this folder. */
export const isUnused = (databaseFile: string): boolean => !hasContent(databaseFile) && !isLost(databaseFile)

/** For a person who starts Keydesk on a folder whose database is lost: a new shop must be a decision, not an accident. */
export const lostDatabase = (databaseFile: string): ConfigError =>
  new ConfigError(
    `${resolve(databaseFile)} is missing or empty, but a shop has used this folder: it looks like a lost disk. Mount the disk, or put ` +
      'back a backup with: keydesk restore FILE. To start an empty shop instead, run once: keydesk serve --new-shop',
  )

/**
 * Creates the file of a new shop. The caller does so before anything else appears in the folder, so that a first start that is cut off is
 * not taken for a lost disk.
 */
export function makeDatabaseFile(path: string): void {
  if (hasContent(path)) return
  makePrivateDatabase(path)
  const database = new SqliteDatabase(path)
  try {
    // Writes the first page, and waits for another process that does; a change of the journal mode would fail at once.
    database.exec('begin immediate; commit')
  } finally {
    database.close()
  }
}

const hasContent = (path: string): boolean => existsSync(path) && statSync(path).size > 0
