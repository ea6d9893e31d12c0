import type { Actor } from '../../actor.ts'
import { breathe } from '../../breathe.ts'
import type { Deps } from '../../deps.ts'
import { creation, recordBeside } from '../activity/activity.service.ts'
import { pagesOfOrders, type OrderListRequest } from './order-list.service.ts'
import { csvHead, ordersToCsv } from './order-export.rules.ts'

/**
 * The filtered orders as CSV, in the order of the list and page by page, so that few are in memory. Who gets it, and with which filters, is
 * recorded; not what was searched for, which may be a customer's email.
 */
export async function* exportOrders(deps: Deps, actor: Actor, request: OrderListRequest): AsyncGenerator<string> {
  let head = csvHead
  for await (const page of pagesOfOrders(deps, request)) {
    if (head !== '') recordExport(deps, actor, request)
    yield head + ordersToCsv(page, request.time_zone)
    head = ''
    await breathe()
  }
}

function recordExport(deps: Deps, actor: Actor, { status, from, to, q = '' }: OrderListRequest): void {
  const filters = Object.entries({ status, from, to }).filter(([, value]) => value !== undefined)
  const changes = creation({ ...Object.fromEntries(filters), ...(q !== '' && { is_search: true }) })
  recordBeside(deps, { actor, action: 'orders.exported', subject: { kind: 'export', id: 0, name: 'Orders' }, changes })
}
