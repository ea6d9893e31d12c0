import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Session } from './sqlite.ts'
import { keepPrepared, SqliteWriter } from './sqlite-writer.ts'

/** A writer whose commits are counted. */
function openWriter() {
  const database = new SqliteDatabase(':memory:')
  database.exec('create table word (text text not null unique)')
  const exec = database.exec.bind(database)
  const seen = { commits: 0 }
  database.exec = (sql) => {
    if (sql === 'commit') seen.commits += 1
    return exec(sql)
  }
  const writer = new SqliteWriter(database)
  onTestFinished(() => writer.close())
  const run = (query: CompiledQuery) => new Session(keepPrepared(database), writer).executeQuery(query)
  const words = () => database.prepare('select text from word order by text').pluck().all()
  return { run, seen, words }
}

const insert = (text: string) => CompiledQuery.raw('insert into word (text) values (?)', [text])

test('those that end one after the other share a commit, and are told of it together', async () => {
  const { run, seen, words } = openWriter()
  const toldBefore: number[] = []
  const write = async (text: string) => {
    await run(insert(text))
    toldBefore.push(seen.commits)
  }
  const written = [write('a')]
  for (const text of ['b', 'c', 'd']) {
    await setImmediate()
    written.push(write(text))
  }
  await Promise.all(written)
  expect(words()).toEqual(['a', 'b', 'c', 'd'])
  expect(toldBefore).toEqual([1, 1, 1, 1])
})

test('one that fails undoes nothing of the others', async () => {
  const { run, seen, words } = openWriter()
  const outcomes = await Promise.allSettled(['a', 'b', 'a', 'c'].map((text) => run(insert(text))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(words()).toEqual(['a', 'b', 'c'])
  expect(seen.commits).toBe(1)
})

test('however many come, nobody waits for all of them', async () => {
  const { run, seen } = openWriter()
  const written: Promise<unknown>[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    written.push(run(insert(`word ${turn}`)))
    await setImmediate()
  }
  await Promise.all(written)
  expect(seen.commits).toBeGreaterThan(3)
})

test('the log is copied into the file before it grows for ever, whether by many changes or by large ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-log-'))
  const file = join(folder, 'words.db')
  const database = new SqliteDatabase(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = off; create table word (text text not null)')
  const writer = new SqliteWriter(database)
  onTestFinished(async () => {
    await writer.close()
    rmSync(folder, { recursive: true })
  })
  const run = (query: CompiledQuery) => new Session(keepPrepared(database), writer).executeQuery(query)
  const waitForTurn = async () => {
    await writer.begin()
    writer.rollback()
  }
  // Of 4 KiB each; a row of this length takes ten of them.
  const pages = () => statSync(file).size / 4_096
  const row = 'x'.repeat(40_000)
  for (let turn = 0; turn < 900; turn += 1) await run(insert(`${turn} ${row}`))
  await waitForTurn()
  const [{ log, checkpointed }] = database.pragma('wal_checkpoint(noop)') as [{ log: number; checkpointed: number }]
  expect(log - checkpointed).toBeLessThan(9_000)
  expect(pages()).toBeGreaterThan(4_000)

  const before = pages()
  const many = CompiledQuery.raw(`insert into word (text) select value || ? from json_each(?)`, [
    row,
    JSON.stringify([...Array(500).keys()]),
  ])
  await run(many)
  await waitForTurn()
  expect(pages()).toBeGreaterThan(before + 4_000)
})
