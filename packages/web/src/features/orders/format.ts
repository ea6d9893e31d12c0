import { type OrderItem, type TimelineEntry, formatUsd } from '@keydesk/contract'
import { capital } from '../../kit/text/format.ts'

/** Green for completed, yellow for pending, red otherwise. */
export function statusTone(status: string): 'green' | 'yellow' | 'red' {
  return status === 'completed' ? 'green' : status === 'pending' ? 'yellow' : 'red'
}

/** The colour of a referral's status; an unknown status is neutral. */
export function referralTone(status: string): 'green' | 'yellow' | 'red' | 'neutral' {
  return status === 'completed' || status === 'pending' ? statusTone(status) : status === 'rejected' ? 'red' : 'neutral'
}

/** 'Aurora - Month x2' */
const formatItem = ({ variant, quantity }: OrderItem): string => `${formatName(variant)} x${quantity}`

export const formatItems = (items: readonly OrderItem[]): string => items.map(formatItem).join(', ')

/** 'Aurora - Month'; without a product name just 'Month'. */
export const formatName = ({ name, product }: OrderItem['variant']): string =>
  [product.name, name].filter((part) => part !== '').join(' - ')

/** An event's sentence, and whether it names who did it. */
const sentences: Record<string, { readonly text: string; readonly named: boolean }> = {
  created: { text: 'Order created', named: true },
  completed: { text: 'Completed', named: false },
  cancelled: { text: 'Cancelled', named: true },
  expired: { text: 'Reservation expired', named: false },
  refunded: { text: 'Refunded', named: true },
  partly_refunded: { text: 'Partly refunded', named: true },
  replaced: { text: 'Key replaced', named: true },
  keys_revealed: { text: 'Keys revealed', named: true },
  mailed: { text: 'Mailed', named: true },
  mail_failed: { text: 'A mail failed', named: false },
  email_changed: { text: 'Email changed', named: true },
  page_link_copied: { text: 'Page link copied', named: true },
  page_link_renewed: { text: 'New page link', named: true },
  opened: { text: 'Key opened', named: true },
}

/** A timeline entry as a sentence: `order.refunded` by admin is 'Refunded by admin'. */
export function formatEvent({ action, actor, changes }: TimelineEntry): string {
  const verb = action.slice(action.lastIndexOf('.') + 1)
  if (isChange(changes['completion_reason'])) return `Completed by hand by ${actor}`
  const { text, named } = sentences[verb] ?? { text: capital(verb.replaceAll('_', ' ')), named: true }
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
