import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startBesideFloor } from '../beside-floor.ts'
import { median } from '../load.ts'
import { callerOf } from '../servers.ts'
import type { Result } from '../table.ts'

const count = 100_000
const waiting = fileURLToPath(new URL('../waiting.ts', import.meta.url))

/** Replaces the 100,000 keys of a variant with 100,000 others, while another client sends small requests in a loop. */
export async function keys(dataDir: string, scratch: string, { rounds }: { rounds: number }): Promise<Result[]> {
  const own = join(scratch, 'keys')
  const { server, floor } = await startBesideFloor(dataDir, own)
  const { admin, token } = await callerOf(server, own)
  const { data } = (await admin('POST', '/admin/variants/', { product_id: 1, name: 'Many', price: 1, keys: values('first') })) as {
    data: { id: number }
  }
  const took: number[] = []
  const bulk: number[] = []
  let longestWait = 0
  // Warm up first. A round takes only a second, so there are more rounds: one disturbed round must not decide the result.
  await put(`${server.url}/admin/variants/${data.id}`, token, values('warm'))
  for (let round = 0; round < 2 * rounds - 1; round += 1) {
    const list = values(`bulk ${round}`)
    bulk.push(await timed(async () => floor.insertKeys(1 + round, list)))
    const somebodyElse = fork(waiting, [`${server.url}/products/id/500`, token])
    await once(somebodyElse, 'message')
    took.push(await timed(() => put(`${server.url}/admin/variants/${data.id}`, token, values(`round ${round}`))))
    const told = once(somebodyElse, 'message')
    somebodyElse.send('over')
    longestWait = Math.max(longestWait, ((await told) as [number])[0])
  }
  await server.stop()
  floor.close()
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

const values = (prefix: string): string[] => Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(20, '0')}`)

/** Reads the whole answer, with every key, but does not parse it. */
async function put(url: string, authorization: string, list: readonly string[]): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ keys: list }) })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The keys were answered with ${answer.status}`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
