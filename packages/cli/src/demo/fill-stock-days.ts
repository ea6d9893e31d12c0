import { daysUpTo, limits } from '@keydesk/contract'
import { noticeLowStock, startStockDay, type Deps } from '@keydesk/server'

/** As if the server had run on the days of the orders: what is in stock now was so then. What is low already is no news. */
export async function fillStockDays(deps: Deps): Promise<void> {
  const today = deps.now().toISOString().slice(0, 10)
  for (const day of daysUpTo(today, limits.demandDays)) await startStockDay(deps, day)
  await noticeLowStock(deps)
}
