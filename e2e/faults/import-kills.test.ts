import { setTimeout as wait } from 'node:timers/promises'
import type { Product, ShopImport } from '@keydesk/contract'
import { examine } from '@keydesk/server'
import { seeded } from '@keydesk/server/testing'
import { afterEach, expect, test } from 'vitest'
import { importRounds, isSoak, record, seed } from './soak.ts'
import { dataOf, keysOf, openWorld, type World } from './world.ts'

let stop: (() => Promise<void>) | undefined
afterEach(async () => stop?.())

const orders = isSoak ? 10_000 : 800
const hint = `KEYDESK_SEED=${seed}`

test(
  'killed while it stores past orders, and while it removes them, a server leaves nothing of them and loses no sale',
  { timeout: 60_000 + importRounds * 60_000 },
  async () => {
    const world = await openWorld(1)
    const { servers } = world
    stop = servers.stop
    const variant = await world.makeVariant(keysOf(importRounds * 2))
    const [product] = dataOf(await world.admin('GET', '/admin/products')) as Product[]
    await servers.closeDeps()
    const random = seeded(seed)
    const file = fileOf(product!.name, orders)
    let sales = 0
    const sell = async () => {
      await world.sell(variant.id)
      sales += 1
    }
    /** The process gave its last sign long ago; the next process looks for that when it starts. */
    const revive = async () => {
      await servers.withDeps(({ db }) => db.updateTable('shop_import').set({ beat_at: '2000' }).execute())
      await servers.revive(0)
    }

    for (let round = 0; round < importRounds; round += 1) {
      const storing = await begin(world, file)
      await sell()
      const enough = 1 + random.below(orders / 2)
      await expect.poll(() => storedOf(world, storing), { message: hint, interval: 5, timeout: 30_000 }).toBeGreaterThanOrEqual(enough)
      await servers.kill(0)
      await servers.withDeps(async (deps) => {
        const { stored, state } = await deps.db.selectFrom('shop_import').selectAll().where('id', '=', storing).executeTakeFirstOrThrow()
        expect({ state, stored: await countOf(deps, storing) }, hint).toEqual({ state: 'running', stored })
        expect(await examine(deps), hint).toEqual([])
      })
      await revive()
      await expect.poll(() => stateOf(world, storing), { message: hint, timeout: 60_000 }).toBe('failed')

      // The whole file comes in as if nothing had been.
      const again = await begin(world, file)
      await expect.poll(() => stateOf(world, again), { message: hint, timeout: 60_000 }).toBe('done')
      await sell()
      const undoing = world.admin('POST', `/admin/shop-imports/${again}/undo`, undefined, { node: 0 }).catch(() => undefined)
      await expect.poll(() => stateOf(world, again), { message: hint, interval: 1, timeout: 30_000 }).toBe('undoing')
      // The moment of the kill is random, so a fixed wait is right here.
      await wait(random.next() * 50)
      await servers.kill(0)
      await undoing
      await revive()
      await expect.poll(() => stateOf(world, again), { message: hint, timeout: 60_000 }).toBe('undone')
      await servers.withDeps(async (deps) => {
        expect(await deps.db.selectFrom('orders').select('id').execute(), hint).toHaveLength(sales)
        expect(await deps.db.selectFrom('license_key').select('value').where('value', 'like', 'PAST-%').execute(), hint).toEqual([])
        expect(await examine(deps), hint).toEqual([])
      })
    }
    record('kills while past orders are stored and removed', { kills: importRounds * 2, orders })
  },
)

type Deps = Parameters<Parameters<World['servers']['withDeps']>[0]>[0]

const countOf = async ({ db }: Deps, importId: number): Promise<number> =>
  (await db.selectFrom('orders').select('id').where('shop_import_id', '=', importId).execute()).length

/** Begins to store a file at the server that is to be killed. */
async function begin({ servers, token }: World, file: string): Promise<number> {
  const body = new FormData()
  body.append('kind', 'orders')
  body.append('format', 'keydesk')
  body.append('file', new Blob([file]), 'past.csv')
  const url = `${servers.urlOf(0)}/admin/shop-imports?wait=false`
  const answer = await fetch(url, { method: 'POST', headers: { authorization: token }, body })
  return (dataOf({ status: answer.status, body: (await answer.json()) as never, retryAfter: null }) as { id: number }).id
}

const listed = async ({ admin }: World): Promise<readonly ShopImport[]> =>
  dataOf(await admin('GET', '/admin/shop-imports', undefined, { node: 0 })) as ShopImport[]
const find = async (world: World, id: number): Promise<ShopImport | undefined> => (await listed(world)).find((each) => each.id === id)
const storedOf = async (world: World, id: number): Promise<number> => (await find(world, id))?.stored ?? 0
const stateOf = async (world: World, id: number): Promise<string | undefined> => (await find(world, id))?.state

/** Past orders of one variant, each with a key. */
const fileOf = (product: string, count: number): string =>
  `Date,Email,Product,Amount,Key\r\n${Array.from({ length: count }, (_, index) => `${new Date(1_700_000_000_000 + index * 60_000).toISOString()},past${index % 50}@example.com,"${product}",10,PAST-${index}\r\n`).join('')}`
