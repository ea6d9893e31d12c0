import type { Coupon } from '@keydesk/contract'
import { system, type Actor } from '../../actor.ts'
import { breathe, chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { eachInTurn, transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { cannotRestore } from '../../errors.ts'
import * as repo from './coupons.repo.ts'
import { toCoupon } from './coupons.rules.ts'
import { recordCoupon } from './coupons.service.ts'

/**
 * Restores a deleted coupon with its uses (docs/reference/history.md, Deleted things).
 * @throws 409 `cannot_restore` if it is not deleted, is purged, or another coupon has its code now
 */
export async function restoreCoupon(tx: Db, deps: Deps, actor: Actor, id: number): Promise<Coupon> {
  const stored = await repo.lockDeletedCoupon(tx, id)
  if (stored === undefined) throw cannotRestore('This coupon is restored already, or deleted for good')
  const code_key = stored.code.toLowerCase()
  if (!(await repo.claimCode(tx, code_key, id))) throw cannotRestore(`Another coupon has the code ${stored.code} now`)
  const row = await repo.updateCoupon(tx, id, { deleted_at: null, code_key, version: stored.version + 1 })
  const links = await repo.listLinks(tx, [id])
  await recordCoupon(tx, actor, deps.now(), 'coupon.restored', row, { code: { before: null, after: row.code } })
  return toCoupon(
    row,
    links.map((link) => link.product_id),
  )
}

/**
 * Permanently deletes coupons that can no longer be restored.
 * @param takeFromOrders removes a coupon from up to `limit` of its orders and returns how many. A parameter, because orders import coupons
 */
export async function purgeCoupons(
  deps: Deps,
  before: string,
  takeFromOrders: (tx: Db, couponId: number, limit: number) => Promise<number>,
): Promise<void> {
  // In batches: a coupon can have any number of orders, and PostgreSQL cancels a statement after five seconds.
  const takeSome = (id: number): Promise<number> => transact(deps.db, (tx) => takeFromOrders(tx, id, chunkSize))
  await eachInTurn(deps.failures, await repo.listDeletedBefore(deps.db, before, chunkSize), async (coupon) => {
    if (!(await repo.beginPurge(deps.db, coupon.id, before))) return
    while ((await takeSome(coupon.id)) === chunkSize) await breathe()
    await transact(deps.db, async (tx) => {
      if (!(await repo.purgeCoupon(tx, coupon.id, before))) return
      await recordCoupon(tx, system, deps.now(), 'coupon.purged', coupon, {})
    })
  })
}
