import SqliteDatabase from 'better-sqlite3'
import { codeOf, isDamaged } from './failures.ts'

/**
 * The first fault that SQLite finds in a database file, or null. Blocks while it reads the whole file.
 * @param check `integrity_check` also compares each index with its table, which takes several times as long
 */
export function findDamage(path: string, check: 'quick_check' | 'integrity_check'): string | null {
  try {
    const database = new SqliteDatabase(path, { readonly: true, fileMustExist: true })
    try {
      const found = String(database.pragma(`${check}(1)`, { simple: true }))
      // The answer has a heading, and may have several lines.
      return found === 'ok' ? null : found.replace(/^\*\*\* in database main \*\*\*\s*/, '').replaceAll(/\s+/g, ' ')
    } finally {
      database.close()
    }
  } catch (error) {
    if (isDamaged(error)) return describeDamage(error)
    throw error
  }
}

/** A driver's error about a damaged file, in words. */
export const describeDamage = (error: unknown): string => `${error instanceof Error ? error.message : String(error)} (${codeOf(error)})`
