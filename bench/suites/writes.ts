import { join } from 'node:path'
import type { Step } from 'autocannon'
import { startBesideFloor } from '../beside-floor.ts'
import { measureWrites, median, medianOf, type Measured } from '../load.ts'
import { callerOf, startBareWrites } from '../servers.ts'
import type { Result } from '../table.ts'

interface Setting {
  readonly rounds: number
  readonly seconds: number
}

/** Durable writes, against what the same driver commits of the same rows on the same disk, with nothing else. */
export async function writes(dataDir: string, scratch: string, { rounds, seconds }: Setting): Promise<Result[]> {
  const own = join(scratch, 'writes')
  const { server, floor } = await startBesideFloor(dataDir, own)
  const bare = await startBareWrites(join(own, 'bare.db'))
  const { token, storeKey } = await callerOf(server, own)

  const figures = {
    save: [] as Measured[],
    sell: [] as Measured[],
    bareSave: [] as Measured[],
    bareSell: [] as Measured[],
    floorSave: [] as number[],
    floorSell: [] as number[],
  }
  for (const each of [server, bare]) {
    // Warm up first: the code is compiled by then.
    await measureWrites(each, 10, [saveProduct(token)], seconds)
    await measureWrites(each, 16, sell(storeKey), seconds)
  }
  for (let round = 0; round < rounds; round += 1) {
    figures.floorSave.push(perSecond((turn) => floor.save(1 + (turn % 900), `${round} ${turn}`), seconds))
    figures.save.push(await measureWrites(server, 10, [saveProduct(token)], seconds))
    figures.bareSave.push(await measureWrites(bare, 10, [saveProduct(token)], seconds))
    figures.floorSell.push(perSecond(() => floor.complete(floor.buy()), seconds))
    figures.sell.push(await measureWrites(server, 16, sell(storeKey), seconds))
    figures.bareSell.push(await measureWrites(bare, 16, sell(storeKey), seconds))
  }
  await server.stop()
  await bare.stop()
  floor.close()
  return [
    toResult('saving a product, 10 at once', figures.save, figures.bareSave, median(figures.floorSave)),
    // Two requests make one sale; the floor makes two commits.
    toResult('purchase and complete, 16 at once', figures.sell, figures.bareSell, 2 * median(figures.floorSell)),
  ]
}

/** @param floor commits per second, one for each request */
function toResult(work: string, rounds: readonly Measured[], bare: readonly Measured[], floor: number): Result {
  const [real, http] = [medianOf(rounds, 'perSecond'), medianOf(bare, 'perSecond')]
  const value = real / floor
  const cpu = medianOf(rounds, 'cpu').toFixed(2)
  return {
    ...{ work, value, unit: 'of the floor', target: '≥ 0.4', passed: value >= 0.4 },
    more: `${Math.round(real)} requests/s against ${Math.round(floor)} commits/s, ${cpu} CPU ms a request; a bare Fastify with the same rows reaches ${(http / floor).toFixed(2)}`,
  }
}

function perSecond(work: (turn: number) => void, seconds: number): number {
  const end = performance.now() + seconds * 1_000
  let count = 0
  for (; performance.now() < end; count += 1) work(count)
  return count / seconds
}

let turn = 0

const saveProduct = (authorization: string): Step => ({
  method: 'PUT',
  setupRequest: (request) => {
    turn += 1
    return {
      ...request,
      path: `/admin/products/${1 + (turn % 900)}`,
      headers: { ...request.headers, authorization },
      body: JSON.stringify({ description: `Saved ${turn}` }),
    }
  },
})

const sell = (authorization: string): Step[] => [
  {
    method: 'POST',
    path: '/store/purchases',
    setupRequest: (request) => {
      turn += 1
      const items = [{ variant_id: 1 + ((turn * 97) % 3_000), quantity: 1 }]
      return {
        ...request,
        headers: { ...request.headers, authorization },
        body: JSON.stringify({ customer_email: `buyer${turn}@example.com`, items }),
      }
    },
    onResponse: (_, body, context) => {
      context['order'] = (JSON.parse(body) as { data: { id: number } }).data.id
    },
  },
  {
    method: 'POST',
    setupRequest: (request, context) => ({
      ...request,
      path: `/store/purchases/${String(context['order'])}/complete`,
      headers: { ...request.headers, authorization },
      body: '{}',
    }),
  },
]
