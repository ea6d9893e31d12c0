import { webhooks } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { listDeliveries, resendDelivery, sendTest } from './deliveries.service.ts'
import { createWebhook, deleteWebhook, listWebhooks, rotateSecret, updateWebhook } from './webhooks.service.ts'

export function webhookRoutes(bind: Bind, deps: Deps): void {
  bind(webhooks.list, async () => ({ data: await listWebhooks(deps) }))
  bind(webhooks.create, async ({ body }, { caller }) => ({ data: await createWebhook(deps, caller.actor, body) }))
  bind(webhooks.update, async ({ params, body }, { caller }) => ({ data: await updateWebhook(deps, caller.actor, params.id, body) }))
  bind(webhooks.remove, async ({ params }, { caller }) => {
    await deleteWebhook(deps, caller.actor, params.id)
    return { data: null }
  })
  bind(webhooks.rotateSecret, async ({ params, body }, { caller }) => ({
    data: await rotateSecret(deps, caller.actor, params.id, body),
  }))
  bind(webhooks.test, async ({ params }, { caller }) => ({ data: await sendTest(deps, caller.actor, params.id) }))
  bind(webhooks.deliveries, async ({ params, query }) => listDeliveries(deps, params.id, query))
  bind(webhooks.resend, async ({ params }, { caller }) => ({
    data: await resendDelivery(deps, caller.actor, params.id, params.delivery_id),
  }))
}
