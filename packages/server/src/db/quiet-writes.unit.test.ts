import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isQuiet } from './quiet-writes.ts'
import { TwoConnectionSqliteDialect } from './sqlite-dialect.ts'

interface Tables {
  readonly game: { readonly name: string }
  readonly lease: { readonly id: string }
}

type Db = Kysely<Tables>

let folder = ''
let db: Db
let other: Db
let nameState: () => string | null

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keydesk-quiet-'))
  const open = () => new TwoConnectionSqliteDialect(join(folder, 'test.db'), { durable: false })
  const dialect = open()
  db = new Kysely({ dialect })
  other = new Kysely({ dialect: open() })
  nameState = dialect.nameState
  await sql`create table game (name text not null)`.execute(db)
  await sql`create table lease (id text not null)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  await other.destroy()
  rmSync(folder, { recursive: true })
})

const quietly = (on: Db, id: string) => on.insertInto('lease').values({ id }).execute()
const loudly = (on: Db, name: string) => on.insertInto('game').values({ name }).execute()

test('the state keeps its name through what is quiet, and through nothing else', async () => {
  const names = [nameState()]
  const name = () => names.push(nameState())
  await quietly(db, 'a')
  name()
  await loudly(db, 'Aim')
  name()
  await quietly(db, 'b')
  name()
  expect(names.map((each) => names.indexOf(each))).toEqual([0, 0, 2, 2])
})

test('whatever another connection writes is a change', async () => {
  const before = nameState()
  await quietly(other, 'a')
  const after = nameState()
  expect(after).not.toBe(before)
  await quietly(db, 'b')
  expect(nameState()).toBe(after)
  await loudly(other, 'Aim')
  await quietly(db, 'c')
  expect(nameState()).not.toBe(after)
})

test('units that share a commit are quiet together, or not at all', async () => {
  const before = nameState()
  await Promise.all([quietly(db, 'a'), loudly(db, 'Aim'), quietly(db, 'b')])
  const after = nameState()
  expect(after).not.toBe(before)
  await Promise.all([quietly(db, 'c'), quietly(db, 'd')])
  expect(nameState()).toBe(after)
})

test('nothing changes for others before it is committed, and a unit that fails leaves no quiet one loud for long', async () => {
  const before = nameState()
  const failing = db.transaction().execute(async (tx) => {
    await loudly(tx, 'Aim')
    expect(nameState()).toBe(before)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(nameState()).toBe(before)
  await quietly(db, 'a')
  await quietly(db, 'b')
  const after = nameState()
  await quietly(db, 'c')
  expect(nameState()).toBe(after)
})

test.each([
  ['select "id" from "product"', true],
  ['insert into "session" ("id") values (+?)', true],
  ['delete from "session" where "expires_at" <= +?', true],
  ['update "lease" set "holder" = +? where "id" = +?', true],
  ['insert into "sign_in_attempt" ("at") values (+?) returning "id"', true],
  ['update "session" set "ended_at" = +? where "user_id" = +?', false],
  ['delete from "session" where "user_id" = +?', false],
  ['update "lease_of_life" set "a" = +?', false],
  ['with "a" as (select 1) insert into "lease" select 1', false],
  [' insert into "lease" values (1)', false],
  ['insert into product (name) values (+?)', false],
  ['pragma user_version = 1', false],
])('%s is quiet: %s', (statement, expected) => {
  expect(isQuiet(statement)).toBe(expected)
})
