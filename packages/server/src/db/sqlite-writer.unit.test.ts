import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Connection } from './sqlite-connection.ts'
import { SqliteWriter } from './sqlite-writer.ts'

/** A writer whose commits are counted. */
function openWriter() {
  const database = new SqliteDatabase(':memory:')
  database.exec('create table word (text text not null unique)')
  const connection = new Connection(database)
  const exec = connection.exec.bind(connection)
  const seen = { commits: 0 }
  connection.exec = (sql) => {
    if (sql === 'commit') seen.commits += 1
    exec(sql)
  }
  const writer = new SqliteWriter(connection)
  onTestFinished(() => writer.close())
  const words = () => database.prepare('select text from word order by text').pluck().all()
  return { writer, seen, words }
}

const insert = (text: string) => CompiledQuery.raw('insert into word (text) values (?)', [text])

test('those that end one after the other share a commit, and are told of it together', async () => {
  const { writer, seen, words } = openWriter()
  const toldBefore: number[] = []
  const write = async (text: string) => {
    await writer.runAlone(insert(text))
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
  const { writer, seen, words } = openWriter()
  const outcomes = await Promise.allSettled(['a', 'b', 'a', 'c'].map((text) => writer.runAlone(insert(text))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(words()).toEqual(['a', 'b', 'c'])
  expect(seen.commits).toBe(1)
})

test('however many come, nobody waits for all of them', async () => {
  const { writer, seen } = openWriter()
  const written: Promise<unknown>[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    written.push(writer.runAlone(insert(`word ${turn}`)))
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
  const connection = new Connection(database)
  const writer = new SqliteWriter(connection)
  onTestFinished(() => {
    writer.close()
    rmSync(folder, { recursive: true })
  })
  // Of 4 KiB each; a row of this length takes ten of them.
  const pages = () => statSync(file).size / 4_096
  const row = 'x'.repeat(40_000)
  for (let turn = 0; turn < 900; turn += 1) await writer.runAlone(insert(`${turn} ${row}`))
  await writer.drain()
  expect(connection.countLogged()).toBeLessThan(9_000)
  expect(pages()).toBeGreaterThan(4_000)

  const before = pages()
  const many = CompiledQuery.raw(`insert into word (text) select value || ? from json_each(?)`, [
    row,
    JSON.stringify([...Array(500).keys()]),
  ])
  await writer.runAlone(many)
  await writer.drain()
  expect(pages()).toBeGreaterThan(before + 4_000)
})
