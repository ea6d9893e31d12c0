import { daysUpTo, limits } from '@keydesk/contract'
import { noticeLowStock, startStockDay, type Deps } from '@keydesk/server'

/** Acts as if the server had run on the days of the orders, with the stock of today. A stock that is low now is not reported as new. */
export async function fillStockDays(deps: Deps): Promise<void> {
  const today = deps.now().toISOString().slice(0, 10)
  for (const day of daysUpTo(today, limits.demandDays)) await startStockDay(deps, day)
  await noticeLowStock(deps)
}
