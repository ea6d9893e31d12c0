import { component, docs } from '../describe.ts'
import {
  deliveryStatuses,
  earlierOutcome,
  newWebhook,
  rotateSecretInput,
  webhook,
  webhookChanges,
  webhookDelivery,
  webhookInput,
  webhooks,
} from './webhooks.ts'

const webhookFields = {
  active: 'False while an owner has paused it. One that is disabled gets nothing either.',
  disabled_reason: 'Why the server stopped sending; null while it sends. Saving the webhook as active starts it again.',
  last_success_at: 'Null if none succeeded.',
  last_failure_at: 'Null if none failed.',
  last_failure: 'Why the last attempt failed; null after a success.',
  previous_secret_until: 'After a rotation: until when the previous secret signs too.',
}

export const webhooksDocs = docs(webhooks, {
  about: 'Addresses that receive events, and what was sent to them.',
  calls: {
    create:
      'The URL must start with https:// and lead to a public address, unless the operator allowed others. 409: `too_many_webhooks`. 422: `webhook_address`.',
    update: '422: `webhook_address`.',
    test: '409: `webhook_inactive` for one that is paused or disabled.',
    resend: '409: `webhook_inactive` for a webhook that is paused or disabled.',
  },
  query: {
    status: 'Only those in this state.',
  },
  components: {
    Webhook: component(webhook, 'A webhook, without its secret.', {
      ...webhookFields,
    }),
    NewWebhook: component(newWebhook, 'A webhook with its secret, shown once.', {
      ...webhookFields,
    }),
    WebhookInput: component(webhookInput, 'A webhook to make.', { active: 'False makes a paused one.' }),
    WebhookChanges: component(webhookChanges, 'Changes of a webhook. What is left out stays as it is.', {
      active: 'False pauses it. True also starts one that was disabled.',
    }),
    RotateSecretInput: component(rotateSecretInput, 'Which secret to replace.', {
      previous_secret_until:
        'As the caller saw it. If the same member has rotated the secret since, that answer is taken for lost: its secret is replaced, and the one before goes on signing. If somebody else has, the call is refused.',
    }),
    EarlierOutcome: component(
      earlierOutcome,
      'What became of a delivery before it was sent again by hand.',
      {
        attempts: 'How often it was sent.',
        response_status: 'The HTTP status of the last answer; null without one.',
        reason: 'Why the last attempt failed.',
        at: 'When it was attempted last.',
      },
      {
        status: deliveryStatuses,
      },
    ),
    WebhookDelivery: component(
      webhookDelivery,
      'One event on its way to one webhook.',
      {
        message_id: 'What the receiver gets as `webhook-id`: the same in every attempt.',
        event: 'The name of the event, or `webhook.test`.',
        subject: 'What it is about, such as `order 5`; empty for a test.',
        attempts: 'How often it was sent.',
        response_status: 'The HTTP status of the last answer; null without one.',
        reason: 'Why the last attempt failed.',
        last_attempt_at: 'Null before the first attempt.',
        next_attempt_at: 'While it is pending: not before this.',
        earlier: 'The last 5, newest first.',
      },
      { status: deliveryStatuses },
    ),
  },
})
