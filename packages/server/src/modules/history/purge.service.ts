import { limits } from '@keydesk/contract'
import { eachInTurn } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { purgeAnnouncements } from '../announcements/announcements.service.ts'
import { purgeCoupons } from '../coupons/deleted-coupons.service.ts'
import { purgeBulkChanges } from '../catalogue/bulk-changes.service.ts'
import { purgeProducts } from '../catalogue/deleted-products.service.ts'
import { takeCoupon } from '../orders/orders.service.ts'

const dayMs = 86_400_000

/** Things deleted before this moment can no longer be restored. ISO 8601 in UTC. */
export const restorableSince = ({ now }: Pick<Deps, 'now'>): string => new Date(now().getTime() - limits.deletedDays * dayMs).toISOString()

/**
 * Purges things that can no longer be restored (docs/reference/history.md, Deleted things), and what the undo of old bulk changes needed.
 * Safe to run on several servers at once.
 */
export async function purgeDeleted(deps: Deps): Promise<void> {
  const before = restorableSince(deps)
  const purges = [purgeProducts, () => purgeCoupons(deps, before, takeCoupon), purgeAnnouncements, purgeBulkChanges]
  await eachInTurn(deps.failures, purges, (purge) => purge(deps, before))
}
