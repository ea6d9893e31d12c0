import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { listUpTo, oneOf, requiredText, toggle } from '../fields.ts'
import { limits } from '../limits.ts'
import { listed, listQuery } from '../lists.ts'
import { count, flag, id, listOf, moment, orElse, rowsOf, text } from '../tolerant.ts'

/** Addresses that get events (docs/reference/webhooks.md). Only owners make these calls. */

export const webhookEvents = [
  ...(['order.completed', 'order.refunded', 'order.cancelled', 'order.expired'] as const),
  ...(['key.replaced', 'mail.failed', 'variant.stock_changed', 'product.changed'] as const),
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const fields = {
  id: count,
  url: text,
  events: listOf(z.enum(webhookEvents)),
  /** False if the owner has paused it. A disabled one gets nothing either. */
  active: flag,
  /** Why the server stopped sending; null while it sends. Saving it as active starts it again. */
  disabled_reason: orElse(z.nullable(z.string()), null),
  created_at: moment,
  last_success_at: moment,
  last_failure_at: moment,
  /** Why the last attempt failed; null after a success. */
  last_failure: orElse(z.nullable(z.string()), null),
  /** After a rotation: until when the previous secret signs too. */
  previous_secret_until: moment,
}
export const webhook = z.object(fields)
export type Webhook = z.infer<typeof webhook>

/** Only this answer has the secret. */
export const newWebhook = z.object({ ...fields, secret: text })
export type NewWebhook = z.infer<typeof newWebhook>

const urlRule = 'URL must be an address that starts with https://'
const isWebAddress = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

export const webhookInput = z.object({
  url: requiredText('URL', limits.webhookUrl).check(z.refine(isWebAddress, urlRule)),
  events: listUpTo('Events', oneOf('Event', webhookEvents), webhookEvents.length).check(z.minLength(1, 'Choose at least one event')),
  active: toggle('Active'),
})
export type WebhookInput = z.infer<typeof webhookInput>
/** What is left out stays as it is. */
export const webhookChanges = z.partial(webhookInput)
export type WebhookChanges = z.infer<typeof webhookChanges>

export const rotateSecretInput = z.object({
  /** As the caller saw it, so that a repeat after a lost answer does not end the secret that the receiver has. */
  previous_secret_until: z.optional(z.nullable(z.string('Previous secret until must be a time or null'))),
})
export type RotateSecretInput = z.infer<typeof rotateSecretInput>

export const deliveryStatuses = ['pending', 'success', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const outcome = {
  attempts: count,
  /** The HTTP status of the last answer; null without one. */
  response_status: orElse(z.nullable(z.int()), null),
  /** Why the last attempt failed. */
  reason: orElse(z.nullable(z.string()), null),
}

/** The outcome of a delivery before it was sent again by hand. */
export const earlierOutcome = z.object({
  ...outcome,
  /** When it was attempted last. */ at: moment,
  /** One of `deliveryStatuses`. */ status: text,
})

/** One event on its way to one webhook. */
export const webhookDelivery = z.object({
  id,
  /** What the receiver gets as `webhook-id`: the same in every attempt. */
  message_id: text,
  /** One of `webhookEvents`, or `webhook.test`. */
  event: text,
  /** What it is about, such as `order 5`; empty for a test. */
  subject: text,
  /** One of `deliveryStatuses`. */
  status: text,
  ...outcome,
  created_at: moment,
  last_attempt_at: moment,
  /** While it is pending: not before this. */
  next_attempt_at: moment,
  /** The last 5, newest first. */
  earlier: listOf(earlierOutcome),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const deliveryFilters = z.extend(z.omit(listQuery, { q: true, sort: true }), {
  status: z.optional(z.enum(deliveryStatuses, `status must be one of: ${deliveryStatuses.join(', ')}`)),
})
export type DeliveryFilters = z.infer<typeof deliveryFilters>

const path = '/admin/webhooks'
const access = 'webhooks:manage'
export const webhooks = {
  list: endpoint({
    method: 'GET',
    path,
    access,
    beyondSpec: true,
    summary: 'All webhooks, newest first, without their secrets',
    response: wrapped(rowsOf(webhook)),
  }),
  create: endpoint({
    method: 'POST',
    path,
    access,
    beyondSpec: true,
    summary: 'Make a webhook: only this answer has its secret',
    body: webhookInput,
    status: 201,
    response: wrapped(newWebhook),
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access,
    beyondSpec: true,
    summary: 'Change a webhook; saved as active, one that was disabled is tried again',
    body: webhookChanges,
    response: wrapped(webhook),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access,
    beyondSpec: true,
    summary: 'Delete a webhook with its deliveries',
    response: wrapped(z.null()),
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: `${path}/:id/rotate-secret`,
    access,
    beyondSpec: true,
    summary: 'Make a new secret, which only this answer has; the one before signs for 24 hours more',
    body: rotateSecretInput,
    response: wrapped(newWebhook),
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/:id/test`,
    access,
    beyondSpec: true,
    summary: 'Send an event webhook.test',
    response: wrapped(webhookDelivery),
  }),
  deliveries: endpoint({
    method: 'GET',
    path: `${path}/:id/deliveries`,
    access,
    beyondSpec: true,
    summary: 'What was sent or waits for it, newest first: the newest 50 unless a limit says otherwise',
    query: deliveryFilters,
    response: listed(webhookDelivery),
  }),
  resend: endpoint({
    method: 'POST',
    path: `${path}/:id/deliveries/:delivery_id/resend`,
    access,
    beyondSpec: true,
    summary: 'Send a delivery again, with the same message id and body',
    response: wrapped(webhookDelivery),
  }),
}
