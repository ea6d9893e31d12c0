import type { Migration } from 'kysely/migration'
import { up as people } from './0001-people.ts'
import { up as catalogue } from './0002-catalogue.ts'
import { up as sales } from './0003-sales.ts'
import { up as listIndexes } from './0004-list-indexes.ts'
import { up as discord } from './0005-discord.ts'
import { up as twoFactor } from './0006-two-factor.ts'
import { up as unusedFiles } from './0007-unused-files.ts'
import { up as fewerKeyIndexes } from './0008-fewer-key-indexes.ts'
import { up as indexesOfSales } from './0009-indexes-of-sales.ts'
import { up as quarterHourSales } from './0010-quarter-hour-sales.ts'
import { up as removedKeys } from './0011-removed-keys.ts'
import { up as ordersAndKeys } from './0012-order-limits-and-key-scopes.ts'
import { up as knownNetworks } from './0014-known-networks.ts'
import { up as discordSecondLook } from './0015-discord-second-look.ts'
import { up as keyImports } from './0016-key-imports.ts'
import { up as runwayAndDrafts } from './0017-runway-and-drafts.ts'
import { up as bulkChanges } from './0018-bulk-changes.ts'
import { up as keysComparedByBytes } from './0019-keys-compared-by-bytes.ts'
import { up as salesOverTime } from './0020-sales-of-products-over-time.ts'
import { up as roles } from './0021-roles.ts'
import { up as team } from './0023-team.ts'
import { up as activity } from './0024-activity.ts'
import { up as deletedThings } from './0025-deleted-things.ts'
import { up as searchAndCustomers } from './0026-search-and-customers.ts'
import { up as refunds } from './0027-refunds-and-coupon-sales.ts'
import { up as webhooks } from './0028-webhooks.ts'
import { up as couponStartsAndPayoutRuns } from './0029-coupon-starts-and-payout-runs.ts'
import { up as composedAnnouncements } from './0030-composed-announcements.ts'
import { up as ordersCountedForCoupons } from './0031-orders-counted-for-coupons.ts'
import { up as partlyRefundedOrders } from './0032-partly-refunded-orders.ts'
import { up as outcomesBeforeResend } from './0033-outcomes-before-a-resend.ts'
import { up as keysPerHour } from './0034-keys-per-hour.ts'
import { up as completedByHand } from './0036-completed-by-hand.ts'
import { up as rotatedApiKeys } from './0037-rotated-api-keys.ts'

/** In the order they run. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-people': { up: people },
  '0002-catalogue': { up: catalogue },
  '0003-sales': { up: sales },
  '0004-list-indexes': { up: listIndexes },
  '0005-discord': { up: discord },
  '0006-two-factor': { up: twoFactor },
  '0007-unused-files': { up: unusedFiles },
  '0008-fewer-key-indexes': { up: fewerKeyIndexes },
  '0009-indexes-of-sales': { up: indexesOfSales },
  '0010-quarter-hour-sales': { up: quarterHourSales },
  '0011-removed-keys': { up: removedKeys },
  '0012-order-limits-and-key-scopes': { up: ordersAndKeys },
  '0014-known-networks': { up: knownNetworks },
  '0015-discord-second-look': { up: discordSecondLook },
  '0016-key-imports': { up: keyImports },
  '0017-runway-and-drafts': { up: runwayAndDrafts },
  '0018-bulk-changes': { up: bulkChanges },
  '0019-keys-compared-by-bytes': { up: keysComparedByBytes },
  '0020-sales-of-products-over-time': { up: salesOverTime },
  '0021-roles': { up: roles },
  '0023-team': { up: team },
  '0024-activity': { up: activity },
  '0025-deleted-things': { up: deletedThings },
  '0026-search-and-customers': { up: searchAndCustomers },
  '0027-refunds-and-coupon-sales': { up: refunds },
  '0028-webhooks': { up: webhooks },
  '0029-coupon-starts-and-payout-runs': { up: couponStartsAndPayoutRuns },
  '0030-composed-announcements': { up: composedAnnouncements },
  '0031-orders-counted-for-coupons': { up: ordersCountedForCoupons },
  '0032-partly-refunded-orders': { up: partlyRefundedOrders },
  '0033-outcomes-before-a-resend': { up: outcomesBeforeResend },
  '0034-keys-per-hour': { up: keysPerHour },
  '0036-completed-by-hand': { up: completedByHand },
  '0037-rotated-api-keys': { up: rotatedApiKeys },
}
