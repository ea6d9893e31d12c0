import { lazily } from '@keydesk/contract'
/** Dates use the US format (spec section 9), in the reader's own time zone. */
const date = lazily(() => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', day: 'numeric' }))
const long = lazily(() => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' }))
const time = lazily(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }))
const seconds = lazily(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' }))
const number = lazily(() => new Intl.NumberFormat('en-US'))

/** 11/20/2026 */
export const formatDate = (iso: string): string => date().format(new Date(iso))

/** Nov 20, 2026 */
export const formatLongDate = (iso: string): string => long().format(new Date(iso))

/** Nov 20, 2026, 3:04 PM */
export const formatDateTime = (iso: string): string => `${formatLongDate(iso)}, ${time().format(new Date(iso))}`

/** Nov 20, 2026, 3:04:05 PM (2026-11-20 20:04:05 UTC): the exact moment, for titles. */
export function formatExact(iso: string): string {
  const moment = new Date(iso)
  return `${formatLongDate(iso)}, ${seconds().format(moment)} (${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC)`
}

/** 12,345 */
export const formatCount = (count: number): string => number().format(count)

/** `1 key`, `12,345 keys` */
export const plural = (count: number, one: string, many = `${one}s`): string => `${formatCount(count)} ${count === 1 ? one : many}`

/** 'a', 'a and b', 'a, b and c' */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** `12 coupons`, or `3 of 12 coupons` when a search left some out. */
export const countOf = (found: number, all: number, one: string): string =>
  found === all ? plural(all, one) : `${formatCount(found)} of ${plural(all, one)}`
