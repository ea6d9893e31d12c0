import { groupDigits } from '@keydesk/contract'

/**
 * Dates use the US format (spec section 9), in the reader's own time zone. They are put together here, and not by `Intl`, for the reason
 * that `groupDigits` gives; the tests compare them with it.
 */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const two = (part: number): string => String(part).padStart(2, '0')

/** 11/20/2026 */
export function formatDate(iso: string): string {
  const moment = new Date(iso)
  return `${moment.getMonth() + 1}/${moment.getDate()}/${moment.getFullYear()}`
}

/** Nov 20, 2026 */
export function formatLongDate(iso: string): string {
  const moment = new Date(iso)
  return `${months[moment.getMonth()]} ${moment.getDate()}, ${moment.getFullYear()}`
}

/** Nov 20, 2026, 3:04 PM */
export function formatDateTime(iso: string): string {
  const moment = new Date(iso)
  return `${formatLongDate(iso)}, ${hoursOf(moment)}:${two(moment.getMinutes())} ${halfOf(moment)}`
}

/** Nov 20, 2026, 3:04:05 PM (2026-11-20 20:04:05 UTC): the exact moment, for titles. */
export function formatExact(iso: string): string {
  const moment = new Date(iso)
  const time = `${hoursOf(moment)}:${two(moment.getMinutes())}:${two(moment.getSeconds())} ${halfOf(moment)}`
  return `${formatLongDate(iso)}, ${time} (${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC)`
}

const hoursOf = (moment: Date): number => moment.getHours() % 12 || 12
const halfOf = (moment: Date): string => (moment.getHours() < 12 ? 'AM' : 'PM')

/** 15:04:05 */
export function formatClock(iso: string): string {
  const moment = new Date(iso)
  return [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')
}

/** A day of UTC, such as 2026-11-20, as 'Nov 20'; what is no day stands as it is. */
export function formatDay(day: string): string {
  const moment = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) ? day : `${months[moment.getUTCMonth()]} ${moment.getUTCDate()}`
}

/** A day of UTC as 'Fri, Nov 20, 2026'. */
export function formatFullDay(day: string): string {
  const moment = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) ? day : `${weekdays[moment.getUTCDay()]}, ${formatDay(day)}, ${moment.getUTCFullYear()}`
}

/** 12,345 */
export const formatCount = (count: number): string => (count < 0 ? '-' : '') + groupDigits(String(Math.abs(count)))

/** 850, 1.2K, 3M: for the marks of a scale. */
export function formatCompact(value: number): string {
  const power = Math.min(3, Math.max(0, Math.floor(Math.log10(value) / 3)))
  return `${Math.round((value / 1_000 ** power) * 10) / 10}${['', 'K', 'M', 'B'][power]}`
}

/** `1 key`, `12,345 keys` */
export const plural = (count: number, one: string, many = `${one}s`): string => `${formatCount(count)} ${count === 1 ? one : many}`

/** 'a', 'a and b', 'a, b and c' */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** `12 coupons`, or `3 of 12 coupons` when a search left some out. */
export const countOf = (found: number, all: number, one: string): string =>
  found === all ? plural(all, one) : `${formatCount(found)} of ${plural(all, one)}`
