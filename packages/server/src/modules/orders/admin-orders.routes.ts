import { dayOf, orders, ordersExport } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import type { Serve } from '../../http/download.ts'
import { exportOrders, listOrders } from './lists/order-list.service.ts'
import {
  cancelOrder,
  completeOrder,
  copyPageLink,
  refundOrder,
  renewPageLink,
  replaceKey,
  requireOrder,
  revealKeys,
} from './admin-orders.service.ts'

export function adminOrderRoutes(bind: Bind, serve: Serve, deps: Deps): void {
  bind(orders.list, async ({ query }) => listOrders(deps, query))
  bind(orders.find, async ({ params }) => ({ data: await requireOrder(deps, params.id) }))
  bind(orders.revealKeys, async ({ params }, { caller }) => ({ data: await revealKeys(deps, caller.actor, params.id) }))
  bind(orders.refund, async ({ params, body }, { caller }) => ({ data: await refundOrder(deps, caller.actor, params.id, body) }))
  bind(orders.replaceKey, async ({ params, body }, { caller }) => ({
    data: await replaceKey(deps, caller.actor, params.id, params.key_id, body),
  }))
  bind(orders.complete, async ({ params, body }, { caller }) => ({ data: await completeOrder(deps, caller.actor, params.id, body) }))
  bind(orders.copyPageLink, async ({ params }, { caller }) => ({ data: { page_url: await copyPageLink(deps, caller.actor, params.id) } }))
  bind(orders.renewPageLink, async ({ params }, { caller }) => ({ data: { page_url: await renewPageLink(deps, caller.actor, params.id) } }))
  bind(orders.cancel, async ({ params }, { caller }) => ({ data: await cancelOrder(deps, caller.actor, params.id) }))
  serve(
    ordersExport,
    (query, caller) => ({
      type: 'text/csv; charset=utf-8',
      fileName: `${query.rows === 'lines' ? 'order-lines' : 'orders'}-${dayOf(deps.now(), query.time_zone ?? 'UTC')}.csv`,
      pieces: exportOrders(deps, caller, query),
    }),
    { rows: orders.list.response },
  )
}
