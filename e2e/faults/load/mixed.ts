import { existsSync, readdirSync } from 'node:fs'
import type { Deps } from '@keydesk/server'
import type { Random } from '@keydesk/server/testing'
import { keysOf, unique, type World } from '../world.ts'
import { Unreachable, type Actor } from './actor.ts'
import { couponEditor } from './coupon-editor.ts'
import { customer } from './customer.ts'
import { importer } from './importer.ts'
import { keyEditor } from './key-editor.ts'
import { paymaster } from './paymaster.ts'
import { productEditor } from './product-editor.ts'
import { uploader } from './uploader.ts'

export interface MixedLoad {
  /** All clients work until `isOver`, or until the connection breaks. */
  readonly run: (random: Random, isOver: () => boolean) => Promise<void>
  /** Throws for the first promise that is broken. */
  readonly check: (deps: Deps) => Promise<void>
  /** The number of answered calls so far. */
  readonly answered: () => number
  /** The number of calls answered with 503 so far. */
  readonly putOff: () => number
}

/** @param stock of each of the four variants that the customers share */
export async function openMixedLoad(world: World, stock: number): Promise<MixedLoad> {
  const variants: number[] = []
  for (let i = 0; i < 4; i += 1) variants.push((await world.makeVariant(keysOf(stock), 5 + i)).id)
  const coupon = await world.makeCoupon({ max_usage: 1_000_000 })
  const free = await world.makeCoupon({ discount_type: 'free_license', discount_value: 0 })
  const username = unique('referrer')
  const referrer = await world.store('POST', '/store/users', { username, email: `${username}@example.com` })
  const { referral_code } = referrer.body.data as unknown as { referral_code: string }
  const terms = [{}, {}, { coupon_code: coupon.code }, { coupon_code: free.code }, { referral_code }]

  const customers = Array.from({ length: 6 }, (_, i) => customer(world, `customer${i}`, variants, terms))
  const actors: Actor[] = [
    ...customers,
    ...(await Promise.all([productEditor, productEditor, keyEditor, keyEditor, importer, uploader].map((join, i) => join(world, `w${i}`)))),
    await couponEditor(coupon)(world, 'coupons'),
    await paymaster(world, 'payouts'),
  ]
  let answered = 0
  let putOff = 0

  return {
    run: async (random, isOver) => {
      await Promise.all(
        actors.map(async (actor) => {
          try {
            while (!isOver()) {
              if (await actor.act(random)) answered += 1
              else putOff += 1
            }
          } catch (error) {
            if (!(error instanceof Unreachable)) throw error
          }
        }),
      )
    },
    check: async (deps) => {
      for (const actor of actors) await actor.check(deps)
      requireNoKeyTwice(customers.flatMap((one) => one.orders.flatMap((order) => order.keys ?? [])))
      await requireNoLostFiles(deps, world.servers.mediaFolder)
    },
    answered: () => answered,
    putOff: () => putOff,
  }
}

/** Checks the keys that the customers received. */
function requireNoKeyTwice(keys: readonly string[]): void {
  if (new Set(keys).size !== keys.length) throw new Error('A key was handed out twice')
}

async function requireNoLostFiles({ db }: Deps, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const items = await db.selectFrom('media_item').select(['view_file', 'card_file']).execute()
  const noted = await db.selectFrom('unused_file').select('name').execute()
  const known = new Set([...items.flatMap((item) => [item.view_file, item.card_file]), ...noted.map((row) => row.name)])
  // A file that was being written has a dot before its name; see files/disk.ts.
  const lost = readdirSync(folder).filter((name) => !known.has(name.replace(/^\./, '')))
  if (lost.length > 0) throw new Error(`${lost.length} files belong to nothing`)
}
