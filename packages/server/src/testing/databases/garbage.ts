import { closeSync, openSync, writeSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'

/** Writes garbage into the pages of one table of a SQLite file that nobody has open. */
export function writeGarbage(path: string, table: string): void {
  const database = new SqliteDatabase(path)
  const pages = database.prepare('select pageno from dbstat where name = ?').pluck().all(table) as number[]
  const size = database.pragma('page_size', { simple: true }) as number
  database.close()
  const file = openSync(path, 'r+')
  for (const page of pages) writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size)
  closeSync(file)
}
