import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp, writeGarbage } from '../testing.ts'
import { findDamage } from './damage.ts'
import { openDisk } from './disk.ts'
import type { Database } from './schema.ts'
import { createSqliteDialect } from './sqlite.ts'

const isSqlite = process.env['KEYDESK_TEST_DB'] === 'sqlite'

/** A copy of a shop's database with garbage in the pages of one table. */
async function copyWithGarbage(table: string): Promise<string> {
  const app = await createTestApp()
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-damage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'keydesk.db')
  await app.deps.db.destroy()
  await copyFile(join(app.folder, 'keydesk.db'), path)
  expect(findDamage(path, 'integrity_check')).toBeNull()
  writeGarbage(path, table)
  return path
}

test.runIf(isSqlite)('garbage in any page is found, by the check of a running server and by a query that meets it', async () => {
  const path = await copyWithGarbage('key_event')
  expect(findDamage(path, 'quick_check')).toMatch(/page \d+/)
  const logged: string[] = []
  const disk = openDisk(path, pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }))
  const db = new Kysely<Database>({ dialect: createSqliteDialect(path, { durable: false, onFailure: disk.onFailure }) })
  onTestFinished(() => db.destroy())
  // A query that stays clear of it does not notice.
  await db.selectFrom('game').selectAll().execute()
  expect(disk.damage()).toBeNull()
  await expect(db.selectFrom('key_event').selectAll().execute()).rejects.toMatchObject({ code: expect.stringContaining('SQLITE_CORRUPT') })
  expect(disk.damage()).toMatch(/\(SQLITE_CORRUPT/)
  await db
    .selectFrom('key_event')
    .selectAll()
    .execute()
    .catch(() => undefined)
  expect(logged).toEqual([expect.stringMatching(/"level":60.*sales are refused.*keydesk doctor.*restore a backup/)])

  // The check of a server, which nobody asks.
  const other = openDisk(path, pino({ level: 'silent' }))
  const { stop } = other.watch()
  onTestFinished(stop)
  await expect.poll(() => other.damage()).toMatch(/page \d+/)
})

test.runIf(isSqlite)('with a header that is no database the file is damaged, and a file that is whole is not', async () => {
  const path = await copyWithGarbage('sqlite_schema')
  expect(findDamage(path, 'quick_check')).toMatch(/\(SQLITE_NOTADB\)/)
})
