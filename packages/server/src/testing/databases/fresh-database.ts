import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isPostgres } from '../../db/engine.ts'
import { migrate } from '../../db/migrate.ts'
import { openPostgres, openSqlite } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { copyDatabase, dropDatabase, postgresUrl, readTemplate, takePostgresDatabase, type PostgresTemplate } from './postgres-databases.ts'
import { watched } from './queries.ts'

interface Contents {
  readonly migrated: boolean
  /** Whether it must be a database that no other test has used. */
  readonly unused: boolean
  /** Adds the rows that every database of the process starts with. */
  readonly seed: (db: Db) => Promise<unknown>
}

export interface FreshDatabase {
  readonly db: Db
  readonly end: () => Promise<void>
}

/**
 * A new database: a copy of one that was migrated and seeded once, since doing that for each test would take most of the time. SQLite, or
 * PostgreSQL if KEYDESK_TEST_DB says so.
 */
export async function freshDatabase(folder: string, contents: Contents): Promise<FreshDatabase> {
  if (process.env['KEYDESK_TEST_DB'] === 'postgres') return freshPostgres(contents)
  const path = join(folder, 'keydesk.db')
  if (contents.migrated) await copyFile(await (sqliteTemplate ??= makeSqliteTemplate(contents)), path)
  const db = await watched((onQuery) => openSqlite(path, { durable: false, onQuery }))
  // Its file is deleted with the folder.
  return { db, end: () => db.destroy() }
}

let sqliteTemplate: Promise<string> | undefined
let postgresTemplate: Promise<PostgresTemplate> | undefined

async function makeSqliteTemplate({ seed }: Contents): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'keydesk.db')
  const db = openSqlite(path, { durable: false })
  await migrate(db)
  await seed(db)
  await db.destroy()
  return path
}

async function freshPostgres(contents: Contents): Promise<FreshDatabase> {
  if (!contents.migrated) return emptyPostgres()
  const { db, release } = await takePostgresDatabase(await (postgresTemplate ??= makePostgresTemplate(contents)), contents)
  return { db, end: release }
}

async function emptyPostgres(): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await copyDatabase('template0', name)
  const db = await watched((onQuery) => openPostgres({ url: postgresUrl(name), connections: 5, onQuery }))
  const end = async () => {
    await db.destroy()
    await dropDatabase(name)
  }
  return { db, end }
}

async function makePostgresTemplate({ seed }: Contents): Promise<PostgresTemplate> {
  return readTemplate(await makeMigrated(seed))
}

async function makeMigrated(seed?: Contents['seed']): Promise<string> {
  const name = `template_${randomBytes(8).toString('hex')}`
  await copyDatabase('template0', name)
  const db = await openPostgres({ url: postgresUrl(name), connections: 2 })
  await migrate(db)
  await seed?.(db)
  await db.destroy()
  return name
}

let migrated: Promise<string> | undefined

/** A PostgreSQL database for servers, without a shop. It is migrated, which takes a server longer than the rest of its start. */
export const freshPostgresUrl = async (): Promise<string> => newPostgresUrl(await (migrated ??= makeMigrated()))

/** An empty PostgreSQL database, for servers that migrate it themselves. */
export const emptyPostgresUrl = (): Promise<string> => newPostgresUrl('template0')

async function newPostgresUrl(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await copyDatabase(template, name)
  return postgresUrl(name)
}

/**
 * Opens the database of a test app a second time, as another process would. The caller closes it.
 * @param url of PostgreSQL, if it is reached in another way
 */
export async function openBeside({ deps: { db }, folder }: { deps: { db: Db }; folder: string }, url?: string): Promise<Db> {
  if (!isPostgres(db)) return openSqlite(join(folder, 'keydesk.db'))
  return openPostgres({ url: url ?? (await postgresUrlOf(db)), connections: 1 })
}

/** The address of the PostgreSQL database of a test app. */
export async function postgresUrlOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return postgresUrl(rows[0]!.name)
}

/** A connection besides those of the servers. The caller closes it. */
export async function connectToPostgres(url: string) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
