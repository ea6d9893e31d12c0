import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { median } from '../load.ts'
import { callerOf, cpuMs, startKeydesk, type Call, type Server } from '../servers.ts'
import type { Result } from '../table.ts'

interface Setting {
  readonly rounds: number
  readonly seconds: number
}

/** Durable writes against what the same driver commits on the same disk with nothing around it. */
export async function writes(dataDir: string, scratch: string, { rounds, seconds }: Setting): Promise<Result[]> {
  const own = join(scratch, 'writes')
  mkdirSync(own, { recursive: true })
  copyFileSync(join(dataDir, 'keydesk.db'), join(own, 'keydesk.db'))
  const server = await startKeydesk(own)
  const { admin, store } = await callerOf(server, own)
  const floor = openFloor(join(scratch, 'floor.db'))
  const commit = floor.prepare('insert into thing (text) values (?)')

  const saves: number[] = []
  const orders: number[] = []
  const commits: number[] = []
  const pairs: number[] = []
  const cpu: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    commits.push(commitsPerSecond(() => commit.run(`text ${Math.random()}`), seconds))
    const before = cpuMs(server.pid)
    const saved = await perSecond(10, seconds, (worker, turn) => saveProduct(admin, 1 + worker, `${round} ${turn}`))
    cpu.push((cpuMs(server.pid) - before) / (saved * seconds))
    saves.push(saved)
    pairs.push(commitsPerSecond(() => (commit.run('one'), commit.run('two')), seconds))
    orders.push(await perSecond(16, seconds, (worker, turn) => sell(store, 1 + ((worker * 97 + turn * 13) % 3_000))))
  }
  const keys = await saveKeys(server, admin, floor, rounds)
  await server.stop()
  floor.close()
  const ratio = (work: string, real: number[], against: number[], more: string): Result => {
    const value = median(real) / median(against)
    return {
      ...{ work, value, unit: 'of the floor', target: '≥ 0.35', passed: value >= 0.35 },
      more: `${Math.round(median(real))}/s against ${Math.round(median(against))}/s${more}`,
    }
  }
  return [
    ratio('saving a product, 10 at once', saves, commits, `, ${median(cpu).toFixed(2)} CPU ms`),
    ratio('purchase and complete, 16 at once', orders, pairs, ''),
    ...keys,
  ]
}

/** WAL and FULL, as the server has it. */
function openFloor(path: string): Database {
  const database = new SqliteDatabase(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('create table thing (id integer primary key, text text); create table key (id integer primary key, value text unique)')
  return database
}

function commitsPerSecond(commit: () => unknown, seconds: number): number {
  const end = performance.now() + seconds * 1_000
  let count = 0
  for (; performance.now() < end; count += 1) commit()
  return count / seconds
}

async function perSecond(workers: number, seconds: number, work: (worker: number, turn: number) => Promise<void>): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        await work(worker, turn)
        done += 1
      }
    }),
  )
  return done / seconds
}

async function saveProduct(admin: Call, id: number, description: string): Promise<void> {
  await admin('PUT', `/admin/products/${id}`, { description })
}

async function sell(store: Call, variantId: number): Promise<void> {
  const body = { customer_email: 'buyer@example.com', items: [{ variant_id: variantId, quantity: 1 }] }
  const { data } = (await store('POST', '/store/purchases', body)) as { data: { id: number } }
  await store('POST', `/store/purchases/${data.id}/complete`, {})
}

/** A variant that holds 100,000 keys gets 100,000 others; meanwhile somebody else asks for something small, again and again. */
async function saveKeys({ url }: Server, admin: Call, floor: Database, rounds: number): Promise<Result[]> {
  const count = 100_000
  const { data } = (await admin('POST', '/admin/variants/', { product_id: 1, name: 'Many', price: 1, keys: values('first', count) })) as {
    data: { id: number }
  }
  const insert = floor.prepare('insert into key (value) select value from json_each(?)')
  const took: number[] = []
  const bulk: number[] = []
  let longestWait = 0
  for (let round = 0; round < rounds; round += 1) {
    const list = JSON.stringify(values(`bulk ${round}`, count))
    bulk.push(await timed(async () => void insert.run(list)))
    const over = new AbortController()
    const waiting = (async () => {
      while (!over.signal.aborted) longestWait = Math.max(longestWait, await timed(async () => void (await fetch(`${url}/health`)).status))
    })()
    took.push(await timed(async () => void (await admin('PUT', `/admin/variants/${data.id}`, { keys: values(`round ${round}`, count) }))))
    over.abort()
    await waiting
  }
  const value = median(took) / median(bulk)
  return [
    {
      ...{ work: 'saving 100,000 keys over 100,000', value, unit: 'bulk inserts', target: '≤ 4', passed: value <= 4 },
      more: `${Math.round(median(took))} ms against ${Math.round(median(bulk))} ms`,
    },
    {
      ...{ work: 'another request meanwhile', value: longestWait, unit: 'ms', target: '≤ 100', passed: longestWait <= 100 },
      more: 'the longest of all rounds',
    },
  ]
}

const values = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(20, '0')}`)

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
