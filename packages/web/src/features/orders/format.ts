import { type ActivityAction, formatUsd, inSentence, type OrderItem, type TimelineEntry, variantName } from '@keydesk/contract'
import { capital } from '../../kit/text/format.ts'

/** Green for completed, yellow for pending, red otherwise. */
export function orderTone(status: string): 'green' | 'yellow' | 'red' {
  return status === 'completed' ? 'green' : status === 'pending' ? 'yellow' : 'red'
}

/** 'Aurora - Month x2' */
const formatItem = ({ variant, quantity }: OrderItem): string => `${formatName(variant)} x${quantity}`

export const formatItems = (items: readonly OrderItem[]): string => items.map(formatItem).join(', ')

/** 'Aurora - Month'; without a product name just 'Month'. */
export const formatName = ({ name, product }: OrderItem['variant']): string =>
  product.name === '' ? inSentence(name) : variantName(product.name, name)

/** The actions in the timeline of an order. */
type OrderAction = Extract<ActivityAction, `${'order' | 'key'}.${string}`>

interface EventText {
  readonly text: string
  /** Whether the sentence names who did it. */
  readonly named: boolean
}

const sentences: Readonly<Record<OrderAction, EventText>> = {
  'order.created': { text: 'Order created', named: true },
  'order.completed': { text: 'Completed', named: true },
  'order.cancelled': { text: 'Cancelled', named: true },
  'order.expired': { text: 'Reservation expired', named: false },
  'order.refunded': { text: 'Refunded', named: true },
  'order.partly_refunded': { text: 'Partly refunded', named: true },
  'order.keys_revealed': { text: 'Keys revealed', named: true },
  'order.mailed': { text: 'Mailed', named: true },
  'order.mail_failed': { text: 'A mail failed', named: false },
  'order.email_changed': { text: 'Email changed', named: true },
  'order.page_link_copied': { text: 'Page link copied', named: true },
  'order.page_link_renewed': { text: 'New page link', named: true },
  'key.opened': { text: 'Key opened', named: true },
  'key.replaced': { text: 'Key replaced', named: true },
}

/** A timeline entry as a sentence: `order.refunded` by admin is 'Refunded by admin'. A newer server may record other actions. */
export function formatEvent({ action, actor, changes }: TimelineEntry): string {
  if (isChange(changes['completion_reason'])) return `Completed by hand by ${actor}`
  const known = (sentences as Readonly<Record<string, EventText | undefined>>)[action]
  const verb = action.slice(action.lastIndexOf('.') + 1)
  const { text, named } = known ?? { text: capital(verb.replaceAll('_', ' ')), named: true }
  return named && actor !== '' ? `${text} by ${actor}` : text
}

/** The lines below an entry's sentence: amount, items and reason of a refund, or the reason of a completion by hand. */
export const eventLines = (entry: TimelineEntry): string[] => [...refundLines(entry), ...completionLines(entry), ...mailLines(entry)]

function mailLines({ changes: { to, mail_error: error, customer_email: email } }: TimelineEntry): string[] {
  return [
    ...(isChange(to) && typeof to.after === 'string' ? [`To ${to.after}`] : []),
    ...(isChange(error) && typeof error.after === 'string' ? [error.after] : []),
    ...(isChange(email) ? [`${String(email.before)} → ${String(email.after)}`] : []),
  ]
}

function completionLines({ changes: { completion_reason: reason, uncounted_coupon: coupon } }: TimelineEntry): string[] {
  return [
    ...(isChange(reason) && typeof reason.after === 'string' ? [`Reason: ${reason.after}`] : []),
    ...(isChange(coupon) && typeof coupon.after === 'string'
      ? [`Coupon ${coupon.after} had no use left: this order does not count for it`]
      : []),
  ]
}

function refundLines({ changes }: TimelineEntry): string[] {
  const [total, items, reason] = ['refunded_total', 'refunded_items', 'refund_reason'].map((name) => changes[name])
  // Left out for people who may not see amounts.
  const amount = isChange(total) ? formatUsd(Number(total.after) - Number(total.before)) : ''
  const names = isChange(items) && Array.isArray(items.after) ? items.after.map(String).join(', ') : ''
  return [
    ...(amount === '' && names === '' ? [] : [[amount, names].filter((part) => part !== '').join(' for ')]),
    ...(isChange(reason) && typeof reason.after === 'string' ? [`Reason: ${reason.after}`] : []),
  ]
}

const isChange = (change: unknown): change is { readonly before: unknown; readonly after: unknown } =>
  typeof change === 'object' && change !== null && 'after' in change
