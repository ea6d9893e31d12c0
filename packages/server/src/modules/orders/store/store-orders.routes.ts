import { store } from '@keydesk/contract'
import type { Deps } from '../../../deps.ts'
import type { Bind } from '../../../http/bind.ts'
import { repeatOf } from '../../../http/idempotency-key.ts'
import { once } from '../../idempotency/idempotency.service.ts'
import { cancelOrder, completeOrder } from '../order-steps.service.ts'
import { refundOrder } from '../refunds/refund.service.ts'
import { createOrder, orderAnswers, quoteCart, requireStoreOrder, viewStoreOrder } from './store-orders.service.ts'

/** The store API (docs/store-api.md). Every call that changes something supports an Idempotency-Key. */
export function storeOrderRoutes(bind: Bind, deps: Deps): void {
  bind(store.quote, async ({ body }) => ({ data: await quoteCart(deps, body) }))
  bind(store.find, async ({ params }, { caller }) => ({ data: await requireStoreOrder(deps, caller.actor, params.id) }))
  bind(store.purchase, async ({ body }, { caller, request }) => ({
    data: await once(deps, repeatOf(caller, request), (tx) => createOrder(tx, deps, caller.actor, body), orderAnswers(deps)),
  }))
  bind(store.complete, async ({ params, body }, { caller, request }) => ({
    data: await once(
      deps,
      repeatOf(caller, request),
      async (tx) => viewStoreOrder(tx, deps, await completeOrder(tx, deps, caller.actor, params.id, body.payment_reference || null)),
      orderAnswers(deps),
    ),
  }))
  bind(store.cancel, async ({ params }, { caller, request }) => ({
    data: await once(
      deps,
      repeatOf(caller, request),
      async (tx) => viewStoreOrder(tx, deps, await cancelOrder(tx, deps, caller.actor, params.id)),
      orderAnswers(deps),
    ),
  }))
  bind(store.refund, async ({ params, body }, { caller, request }) => ({
    data: await once(
      deps,
      repeatOf(caller, request),
      async (tx) => viewStoreOrder(tx, deps, await refundOrder(tx, deps, caller.actor, params.id, body)),
      orderAnswers(deps),
    ),
  }))
}
