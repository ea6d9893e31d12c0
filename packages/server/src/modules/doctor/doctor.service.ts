import { amountOf, centsToDollars, formatUsd } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { countUnreadableTwoFactor } from '../auth/two-factor.service.ts'
import { isTokenUnreadable } from '../discord/settings.service.ts'
import { countUnreadableSecrets } from '../webhooks/webhooks.service.ts'
import { namedAtMost } from './checks.repo.ts'
import * as keys from './key-checks.repo.ts'
import * as orders from './order-checks.repo.ts'
import * as payouts from './payout-checks.repo.ts'
import * as referrals from './referral-checks.repo.ts'
import * as refunds from './refund-checks.repo.ts'
import * as sales from './sales-checks.repo.ts'

/** One inconsistency, as a sentence with ids; never contains a key value or a secret. */
export interface Finding {
  readonly area: 'stock' | 'keys' | 'orders' | 'coupons' | 'referrals' | 'statistics' | 'secrets'
  readonly sentence: string
}

/**
 * Recounts every stored total from its rows: stock, owners of keys, amounts, coupon uses, commissions, payouts and statistics. Also
 * tries to open each sealed secret. An empty answer means that everything adds up. Only reads.
 */
export async function examine(deps: Deps): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { area, read } of checks) {
    const sentences = await read(deps)
    findings.push(...sentences.slice(0, namedAtMost).map((sentence) => ({ area, sentence })))
    if (sentences.length > namedAtMost)
      findings.push({ area, sentence: `There are more than ${namedAtMost} of these; only the first are named.` })
  }
  return findings
}

interface Check {
  readonly area: Finding['area']
  readonly read: (deps: Deps) => Promise<string[]>
}

const check = <Row>(area: Finding['area'], list: (db: Deps['db']) => Promise<Row[]>, toSentence: (row: Row) => string): Check => ({
  area,
  read: async ({ db }) => (await list(db)).map(toSentence),
})

const checks: readonly Check[] = [
  check(
    'stock',
    keys.listWrongStock,
    (row) => `Variant ${row.id} says that ${row.kept} keys are in stock, but ${row.found} are available.`,
  ),
  check('keys', keys.listMisplacedKeys, (row) => `Key ${row.id} is ${row.state}, but ${ownerOf(row)}.`),
  check('keys', keys.listUnsellableKeys, (row) => `Key ${row.id} is ${row.state}, but ${obstacleOf(row)}.`),
  check(
    'keys',
    keys.listForeignKeys,
    (row) => `Key ${row.id} belongs to variant ${row.variant_id}, but order ${row.order_id} holds it for variant ${row.sold_variant_id}.`,
  ),
  check(
    'keys',
    keys.listUnevenItems,
    (row) => `Line ${row.id} of order ${row.order_id} is for ${row.quantity} keys, but holds ${row.found}.`,
  ),
  check(
    'keys',
    keys.listWrongRefundedKeys,
    (row) => `Refund ${row.refund_id} takes back ${row.quantity} of line ${row.item_id}, but revoked ${row.found} keys of it.`,
  ),
  check('keys', keys.listWrongReplacements, (row) =>
    row.state === 'revoked'
      ? `Key ${row.key_id} was replaced by key ${row.new_key_id}, but that is not on the same line of an order.`
      : `Key ${row.key_id} was replaced by key ${row.new_key_id}, but is ${row.state}.`,
  ),
  check(
    'keys',
    keys.listStrayedKeys,
    (row) => `Key ${row.id} belongs to variant ${row.variant_id}, but its import ${row.import_id} is of variant ${row.import_variant_id}.`,
  ),
  check('keys', keys.listOverfullImports, (row) => `Import ${row.id} brought ${row.added} keys, but has ${row.found}.`),
  check(
    'orders',
    orders.listUnevenOrders,
    (row) =>
      `Order ${row.id} says ${usd(row.subtotal)}, of which ${usd(row.total)} paid, but its lines add up to ${usd(row.items_subtotal)}, of which ${usd(row.items_paid)} paid.`,
  ),
  check(
    'orders',
    refunds.listWrongRefundedItems,
    (row) =>
      `Line ${row.id} of order ${row.order_id} says that ${row.quantity} were refunded for ${usd(row.cents)}, but its refunds say ${row.found_quantity}, and its share is ${usd(row.found_cents)}.`,
  ),
  check(
    'orders',
    refunds.listWrongRefundedOrders,
    (row) =>
      `Order ${row.id} says that ${usd(row.kept)} was refunded, but its lines say ${usd(row.by_items)} and its refunds ${usd(row.by_refunds)}.`,
  ),
  check(
    'orders',
    refunds.listWronglyRefundedOrders,
    (row) => `Order ${row.id} is ${row.status}, but ${row.left_units} of its units are not refunded.`,
  ),
  check(
    'coupons',
    orders.listWrongCouponUsage,
    (row) => `Coupon ${row.id} says that it was used ${row.kept} times, but ${row.found} orders used it.`,
  ),
  check('coupons', orders.listWrongCodes, (row) => `Coupon ${row.id} has the code ${row.code}, but is looked up as '${row.code_key}'.`),
  check(
    'coupons',
    orders.listNeverValidCoupons,
    (row) => `Coupon ${row.id} starts at ${row.starts_at}, but expires at ${row.expiration_date}.`,
  ),
  check(
    'referrals',
    referrals.listWrongReferrals,
    (row) => `Referral ${row.id} is ${row.status}, but its order ${row.order_id} is ${row.order_status}.`,
  ),
  check('referrals', referrals.listLostReferrals, (row) => `Order ${row.id} was made with a referral code, but has no referral.`),
  check(
    'referrals',
    referrals.listWrongShares,
    (row) => `Referral ${row.id} earns ${usd(row.kept)}, but what is left of its order ${row.order_id} brings ${usd(row.found)}.`,
  ),
  check('referrals', referrals.listWrongFigures, describeFigures),
  check('referrals', payouts.listWrongPayouts, (row) => `Payout ${row.id} is ${row.status}, but ${row.wrong}.`),
  check('referrals', payouts.listStrayRuns, (row) => `Payouts say that run ${row.run_id} completed them, but its first is ${row.first}.`),
  check(
    'statistics',
    sales.listWrongVariantSales,
    (row) =>
      `Variant ${row.id} of product ${row.product_id} counts ${row.quantity} sold for ${usd(row.revenue)}, but its completed orders say ${row.found_quantity} for ${usd(row.found_revenue)}.`,
  ),
  check(
    'statistics',
    sales.listWrongDays,
    (row) => `Variant ${row.id} counts ${row.quantity} sold on ${row.day}, but its completed orders say ${row.found_quantity}.`,
  ),
  check(
    'statistics',
    sales.listWrongQuarterHourSales,
    (row) =>
      `The quarter hour from ${row.starts_at} counts ${row.orders} orders for ${usd(row.revenue)}, but ${row.found_orders} completed for ${usd(row.found_revenue)}.`,
  ),
  check(
    'statistics',
    sales.listWrongApiKeySales,
    (row) => `API key ${row.id} counts sales of ${usd(row.revenue)}, but its completed orders say ${usd(row.found_revenue)}.`,
  ),
  check(
    'statistics',
    sales.listWrongProductDays,
    (row) =>
      `Product ${row.id} counts ${row.quantity} sold for ${usd(row.revenue)} on ${row.day}, but its completed orders say ${row.found_quantity} for ${usd(row.found_revenue)}.`,
  ),
  check(
    'statistics',
    sales.listWrongCosts,
    (row) =>
      `Product ${row.id} counts ${usd(row.cost)} for the keys sold on ${row.day}, and ${row.unknown} without a cost, but their imports say ${usd(row.found_cost)}, and ${row.found_unknown} without one.`,
  ),
  check(
    'statistics',
    sales.listWrongSoldItems,
    (row) =>
      `Line ${row.id} counts as ${row.sold_at === null ? 'not sold' : `sold at ${row.sold_at}`}, but its order ${row.order_id} is ${row.status}${row.completed_at === null ? '' : `, completed at ${row.completed_at}`}${row.refunded_quantity === 0 ? '' : `, and ${row.refunded_quantity} of it are refunded`}.`,
  ),
  { area: 'secrets', read: describeUnreadable },
]

/** A secret that nothing can open: the folder was restored with another one (docs/operating.md, A new secret). */
async function describeUnreadable(deps: Deps): Promise<string[]> {
  const [webhooks, authenticators] = [await countUnreadableSecrets(deps), await countUnreadableTwoFactor(deps)]
  const cure = 'Put back the secret that the shop had (APP_SECRET, or the file secret in DATA_DIR) and restart, or'
  return [
    ...((await isTokenUnreadable(deps))
      ? [`The bot token cannot be opened, so the bot cannot start. ${cure} save the token again in the Discord settings.`]
      : []),
    ...(webhooks > 0
      ? [
          `${amountOf(webhooks, 'webhook secret')} cannot be opened, so nothing can be delivered there. ${cure} rotate the secret of each webhook.`,
        ]
      : []),
    ...(authenticators > 0
      ? [
          `${amountOf(authenticators, 'two-factor secret')} cannot be opened, so codes of these authenticator apps are refused. ${cure} run keydesk admin reset-password NAME --disable-two-factor for each of these members.`,
        ]
      : []),
  ]
}

function ownerOf({ order_id, order_status }: { order_id: number | null; order_status: string | null }): string {
  return order_id === null ? 'no order holds it' : `its order ${order_id} is ${order_status}`
}

interface Unsellable {
  readonly state: string
  readonly variant_id: number
  readonly is_deleted: number
  readonly waits: number
}

function obstacleOf({ state, variant_id, is_deleted, waits }: Unsellable): string {
  if (waits === 1 && is_deleted === 0) return `waits for the restore of its variant ${variant_id}, which is not deleted`
  if (state === 'removed') return 'has no date of its removal'
  return is_deleted === 1 ? `its variant ${variant_id} is deleted` : 'has the date of a removal'
}

function describeFigures(row: Awaited<ReturnType<typeof referrals.listWrongFigures>>[number]): string {
  const wrong = [
    row.total !== row.found_total && `${row.total} referrals in place of ${row.found_total}`,
    row.completed !== row.found_completed && `${row.completed} completed ones in place of ${row.found_completed}`,
    row.commission !== row.found_commission && `commissions of ${usd(row.commission)} in place of ${usd(row.found_commission)}`,
    row.paid_out !== row.found_paid_out && `payouts of ${usd(row.paid_out)} in place of ${usd(row.found_paid_out)}`,
  ].filter((part) => part !== false)
  if (wrong.length > 0) return `Referral user ${row.id} counts ${wrong.join(', ')}.`
  return `Referral user ${row.id} was paid ${usd(row.found_paid_out)}, but never earned more than ${usd(row.earned)}.`
}

const usd = (cents: number): string => formatUsd(centsToDollars(cents))
