import {
  type DeliveryStatus,
  inSentence,
  type NewWebhook,
  type RotateSecretInput,
  type Webhook,
  type WebhookChanges,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookInput,
  webhooks,
} from '@keydesk/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api, ListApi } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { dataOf } from '../../api/error.ts'
import { pagesQuery } from '../../api/list-query.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { inToast } from '../../kit/text/format.ts'

export const webhooksQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.webhookList,
    queryFn: async ({ signal }) => (await api(webhooks.list, {}, { signal })).data,
    // New deliveries may have changed a webhook's state.
    staleTime: 0,
  })

/** Polls this often while a delivery is in progress. A delivery that is due this soon counts as in progress. */
const pollMs = 2_000
const soonMs = 15_000
/** Timers do not accept much longer delays. */
const maxTimerMs = 86_400_000

/** When to poll again: soon while a delivery is in progress, otherwise when the next try is due. */
function msToNextPoll(rows: readonly WebhookDelivery[]): number | false {
  const waiting = rows.filter(({ status }) => status === 'pending')
  if (waiting.length === 0) return false
  const due = waiting.map(({ attempts, next_attempt_at }) => (attempts === 0 ? 0 : Date.parse(next_attempt_at ?? '') || 0))
  const wait = Math.min(...due) - Date.now()
  return wait <= soonMs ? pollMs : Math.min(maxTimerMs, wait)
}

export const deliveriesQuery = (list: ListApi, id: number, status: DeliveryStatus | undefined) =>
  infiniteQueryOptions({
    ...pagesQuery(queryKeys.deliveries(id, status), (cursor, signal) =>
      list(webhooks.deliveries, { params: { id }, query: { status, cursor } }, { signal }),
    ),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pages.length <= 2 ? msToNextPoll(data.pages.flatMap(({ rows }) => rows)) : false,
  })

/** Both reject with the server's message, which the form shows. */
export function useSaveWebhook() {
  const api = useApi()
  const queries = useQueryClient()
  // After a failure too: the answer may be lost, or somebody else has deleted the webhook.
  const onSettled = () => void queries.invalidateQueries({ queryKey: queryKeys.webhookList })
  const create = useMutation({
    mutationFn: async (body: WebhookInput): Promise<NewWebhook> => {
      return dataOf(await api(webhooks.create, { body }))
    },
    onSettled,
  })
  const update = useMutation({
    mutationFn: ({ id, body }: { readonly id: number; readonly body: WebhookChanges }) => api(webhooks.update, { params: { id }, body }),
    onSettled,
  })
  return { create: create.mutateAsync, update: update.mutateAsync }
}

export function useDeleteWebhook() {
  const api = useApi()
  return useAction({
    run: ({ id }: Webhook) => api(webhooks.remove, { params: { id } }),
    success: (_answer, webhook) => `The webhook to ${inToast(hostOf(webhook))} is deleted`,
    failure: { serverOr: 'Failed to delete the webhook' },
    refresh: queryKeys.webhookList,
  })
}

/** Rejects with the server's message, which the form shows. */
export function useRotateSecret(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: RotateSecretInput): Promise<NewWebhook> => {
      return dataOf(await api(webhooks.rotateSecret, { params: { id }, body }))
    },
    // After a refusal too: somebody else may have rotated or deleted it.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.webhookList }),
  }).mutateAsync
}

export function useSendTest({ id }: Webhook) {
  const api = useApi()
  return useAction({
    run: () => api(webhooks.test, { params: { id } }),
    success: 'Test sent',
    failure: { serverOr: 'Failed to send a test' },
    refresh: queryKeys.webhooks,
  })
}

export function useResend({ id }: Webhook) {
  const api = useApi()
  return useAction({
    run: (delivery: WebhookDelivery) => api(webhooks.resend, { params: { id, delivery_id: delivery.id } }),
    success: (_answer, { event }) => `${event} is sent again`,
    failure: { serverOr: 'Failed to resend it' },
    refresh: queryKeys.webhooks,
  })
}

/** A webhook's host, for sentences: its URL may be long and contain a secret. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => inSentence(URL.canParse(url) ? new URL(url).host : url)

/** The events of webhooks, explained. */
export const eventWords: Readonly<Record<WebhookEvent, string>> = {
  'order.completed': 'An order was paid. Includes its total, its items and the customer’s email.',
  'order.refunded': 'An order or some of its items were refunded.',
  'order.cancelled': 'An unpaid order was cancelled.',
  'order.expired': 'The reservation of an unpaid order has ended.',
  'key.replaced': 'A customer got another key. Does not include its value.',
  'mail.failed': 'A mail to a customer could not be delivered. Includes the reason.',
  'variant.stock_changed': 'Keys of a variant were added, removed, reserved or released. Includes how many are left.',
  'product.changed': 'A product, its media or one of its variants was changed. Includes what changed.',
}
