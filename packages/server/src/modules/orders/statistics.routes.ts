import { coupons, statistics } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { listDailySales, listPeriodSales, listProductSales, readCouponUsage } from './statistics.service.ts'

export function statisticsRoutes(bind: Bind, deps: Deps): void {
  bind(statistics.products, async () => ({ data: await listProductSales(deps) }))
  bind(statistics.byProduct, async ({ query }) => ({ data: await listPeriodSales(deps, query) }))
  bind(statistics.daily, ({ query }) => listDailySales(deps, query))
  bind(coupons.usage, async ({ params, query }) => ({ data: await readCouponUsage(deps, params.id, query) }))
}
