import type { Deps } from '../../deps.ts'
import { breathe } from '../../breathe.ts'
import { pagesOfOrders, type OrderListRequest } from './order-list.service.ts'
import { csvHead, ordersToCsv } from './order-export.rules.ts'

/**
 * The filtered orders as CSV, in the order of the list and page by page, so that few are in memory.
 */
export async function* exportOrders(deps: Deps, request: OrderListRequest): AsyncGenerator<string> {
  let head = csvHead
  for await (const page of pagesOfOrders(deps, request)) {
    yield head + ordersToCsv(page, request.time_zone)
    head = ''
    await breathe()
  }
}
