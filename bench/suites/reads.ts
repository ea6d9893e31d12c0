import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realPaths, type FloorRead } from '../floor-queries.ts'
import { measure, medianOf, type Measured } from '../load.ts'
import { openShops, type Shop } from '../read-shops.ts'
import type { Result } from '../table.ts'

interface Setting {
  readonly rounds: number
  readonly seconds: number
}

const names = Object.keys(realPaths) as FloorRead[]
const salesProcess = fileURLToPath(new URL('../sales.ts', import.meta.url))
let sold = 0

/**
 * Reads over HTTP during 20 sales a second, on both databases, against a bare server that reads the same rows, sends the same bytes and
 * makes as many sales. Then the list of all products during 5, 20 and 50 sales a second.
 */
export async function reads(dataDir: string, scratch: string, setting: Setting): Promise<Result[]> {
  const results: Result[] = []
  for (const open of openShops(dataDir, scratch)) {
    const shop = await open()
    const bodies: Partial<Record<FloorRead, string>> = {}
    for (const name of names) bodies[name] = await (await fetch(shop.real.url + realPaths[name], { headers: headersOf(shop, name) })).text()
    const file = join(scratch, `${shop.engine}-bodies.json`)
    writeFileSync(file, JSON.stringify(bodies))
    await shop.startFloor(file)
    for (const name of names) results.push(...(await readBeside(shop, name, 20, setting)))
    for (const rate of [5, 50]) results.push((await readBeside(shop, 'all-products', rate, setting))[0]!)
    await shop.stop()
  }
  return results
}

/** Requests per second and p99, compared with the floor. */
async function readBeside(shop: Shop, name: FloorRead, rate: number, { rounds, seconds }: Setting): Promise<Result[]> {
  const ours: Measured[] = []
  const theirs: Measured[] = []
  const floor = shop.floor()
  for (let round = 0; round <= rounds; round += 1) {
    const theirRound = await selling(floor.url, '', rate, () => measure(floor, `/${name}`, {}, round === 0 ? 1 : seconds))
    const ourRound = await selling(shop.real.url, shop.storeKey, rate, () =>
      measure(shop.real, realPaths[name], headersOf(shop, name), round === 0 ? 1 : seconds),
    )
    // The first round only warms both up.
    if (round > 0) theirs.push(theirRound)
    if (round > 0) ours.push(ourRound)
  }
  const least = name === 'one-product' ? 0.6 : 2
  const value = medianOf(ours, 'perSecond') / medianOf(theirs, 'perSecond')
  const [p99, floorP99] = [medianOf(ours, 'p99'), medianOf(theirs, 'p99')]
  const work = `${shop.engine}: ${name} beside ${rate} sales/s`
  return [
    {
      ...{ work, value, unit: 'of the floor', target: `≥ ${least}`, passed: value >= least },
      more: `${Math.round(medianOf(ours, 'perSecond'))}/s against ${Math.round(medianOf(theirs, 'perSecond'))}/s, ${medianOf(ours, 'cpu').toFixed(2)} CPU ms against ${medianOf(theirs, 'cpu').toFixed(2)}, p50 ${medianOf(ours, 'p50')} ms against ${medianOf(theirs, 'p50')}`,
    },
    {
      ...{ work: `${work}, p99`, value: p99 / floorP99, unit: "times floor's", target: '≤ 3', passed: p99 <= 3 * floorP99 },
      more: `${p99} ms against ${floorP99} ms`,
    },
  ]
}

async function selling<T>(url: string, authorization: string, rate: number, work: () => Promise<T>): Promise<T> {
  const sales = fork(salesProcess, [url, authorization, String(rate), String(sold)])
  const ended = once(sales, 'exit')
  await once(sales, 'message')
  const measured = await work()
  const told = once(sales, 'message')
  sales.send('over')
  const count = await Promise.race([told.then(([made]: unknown[]) => Number(made)), ended.then(() => undefined)])
  if (count === undefined) throw new Error('A sale failed: see above')
  sold += count
  await ended
  return measured
}

const headersOf = ({ token, storeKey }: Shop, name: FloorRead): { authorization: string } => ({
  authorization: name === 'store-products' ? storeKey : token,
})
