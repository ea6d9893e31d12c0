import { addDays, books, booksExport, coupons, dayOf, statistics } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import type { Download, Serve } from '../../http/download.ts'
import { exportBooks, inBooksZone, readBooks } from './books.service.ts'
import { dryRunCoupon } from './coupon-dry-run.service.ts'
import type { PeriodRequest } from './periods.rules.ts'
import { exportPeriodSales, listDailySales, listPeriodSales, listProductSales, readCouponUsage } from './statistics.service.ts'

export function statisticsRoutes(bind: Bind, serve: Serve, deps: Deps): void {
  bind(statistics.products, async () => ({ data: await listProductSales(deps) }))
  bind(statistics.byProduct, async ({ query }, { caller }) => ({ data: await listPeriodSales(deps, query, seesBooks(caller)) }), {
    csv: ({ query }, { caller }) =>
      toDownload(deps, 'sales-by-product', query, exportPeriodSales(deps, caller.actor, query, seesBooks(caller))),
  })
  bind(statistics.daily, ({ query }) => listDailySales(deps, query))
  bind(coupons.dryRun, async ({ body, query }) => ({ data: await dryRunCoupon(deps, body, query) }))
  bind(coupons.usage, async ({ params, query }) => ({ data: await readCouponUsage(deps, params.id, query) }))
  bind(books.read, async ({ query }) => ({ data: await readBooks(deps, await inBooksZone(deps, query)) }), { isLong: true })
  serve(booksExport, async (query, { actor }) => {
    const period = await inBooksZone(deps, query)
    return toDownload(deps, 'books', period, exportBooks(deps, actor, period))
  })
}

const seesBooks = ({ permissions }: SignedIn): boolean => permissions.includes('payouts:read')

/** A CSV file whose name has the days of its period. */
function toDownload(deps: Deps, name: string, { days, from, to, time_zone }: PeriodRequest, pieces: AsyncIterable<string>): Download {
  const last = to ?? dayOf(deps.now(), time_zone)
  const fileName = `${name}-${from ?? addDays(last, 1 - days)}-to-${last}.csv`
  return { type: 'text/csv; charset=utf-8', fileName, pieces }
}
