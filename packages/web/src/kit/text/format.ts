import { groupThousands, inSentence } from '@keydesk/contract'

/**
 * Dates use the US format and the reader's time zone. They are made of what a `Date` writes in every browser, without `Intl`: its first use
 * takes 11 ms of the first screen (docs/decisions/0014). An invalid date becomes an empty text.
 */
const whenValid = (moment: Date, write: (moment: Date) => string): string => (Number.isNaN(moment.getTime()) ? '' : write(moment))

/** `toDateString` writes 'Fri Nov 20 2026'. */
function longDate(moment: Date): string {
  const [, month, day, year] = moment.toDateString().split(' ')
  return `${month} ${Number(day)}, ${year}`
}

/** `toTimeString` writes '15:04:05 GMT+0100'. 3:04 PM; with seconds 3:04:05 PM. */
const time = (moment: Date, end = 5): string =>
  `${moment.getHours() % 12 || 12}${moment.toTimeString().slice(2, end)} ${moment.getHours() < 12 ? 'AM' : 'PM'}`

/** `toUTCString` writes 'Fri, 20 Nov 2026 15:04:05 GMT'. */
const utcParts = (text: string): string[] | null => /(\w+), 0?(\d+) (\w+) (\d+)/.exec(new Date(`${text}T00:00:00Z`).toUTCString())

/** 11/20/2026 */
export const formatDate = (iso: string): string =>
  whenValid(new Date(iso), (moment) => `${moment.getMonth() + 1}/${moment.getDate()}/${moment.getFullYear()}`)

/** Nov 20, 2026 */
export const formatLongDate = (iso: string): string => whenValid(new Date(iso), longDate)

/** Nov 20, 2026, 3:04 PM */
export const formatDateTime = (iso: string): string => whenValid(new Date(iso), (moment) => `${longDate(moment)}, ${time(moment)}`)

/** Nov 20, 2026, 3:04:05 PM */
export const formatSecond = (iso: string): string => whenValid(new Date(iso), (moment) => `${longDate(moment)}, ${time(moment, 8)}`)

/** 2026-11-20 20:04:05 UTC; an invalid date becomes an empty text. */
export const formatUtc = (iso: string): string =>
  whenValid(new Date(iso), (moment) => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`)

/** Nov 20, 2026, 3:04:05 PM (2026-11-20 20:04:05 UTC): the exact moment, for titles. */
export function formatExact(iso: string): string {
  const utc = formatUtc(iso)
  return utc === '' ? '' : `${formatSecond(iso)} (${utc})`
}

/** 15:04:05 */
export const formatClock = (iso: string): string => whenValid(new Date(iso), (moment) => moment.toTimeString().slice(0, 8))

/** The calendar day 2026-11-20 as 'Nov 20' in every time zone; other text stays as it is. */
export function formatDay(text: string): string {
  const [, , day, month] = utcParts(text) ?? []
  return month === undefined ? text : `${month} ${day}`
}

/** A calendar day as 'Fri, Nov 20, 2026'. */
export function formatFullDay(text: string): string {
  const [, weekday, , , year] = utcParts(text) ?? []
  return weekday === undefined ? text : `${weekday}, ${formatDay(text)}, ${year}`
}

/** 12,345 */
export const formatCount = (number: number): string => groupThousands(String(number))

/** `1 key`, `12,345 keys` */
export const plural = (number: number, one: string, many = `${one}s`): string => `${formatCount(number)} ${number === 1 ? one : many}`

/** Days from now, rounded down: 'less than a day', '1 day', '12 days' */
export const formatDays = (days: number): string => (days < 1 ? 'less than a day' : plural(Math.floor(days), 'day'))

/** With a capital at its start. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 'a', 'a and b', 'a, b and c' */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** `12 coupons`, or `3 of 12 coupons` after a search. */
export const countOf = (found: number, all: number, one: string): string =>
  found === all ? plural(all, one) : `${formatCount(found)} of ${plural(all, one)}`

/** 10:42 AM today, Nov 20, 2026, 10:42 AM otherwise. */
export function formatMoment(iso: string): string {
  const moment = new Date(iso)
  return moment.toDateString() === new Date().toDateString() ? time(moment) : formatDateTime(iso)
}

/**
 * The viewer's time zone by its IANA name. `Temporal` knows it without a formatter, whose first one takes 11 to 15 ms. Chromium says
 * Etc/Unknown if it does not recognise the system's zone, and then its clock shows UTC.
 */
export function viewerZone(): string {
  const zone = 'Temporal' in globalThis ? Temporal.Now.timeZoneId() : new Intl.DateTimeFormat().resolvedOptions().timeZone
  return !zone || zone === 'Etc/Unknown' ? 'UTC' : zone
}

/** Filters with the viewer's time zone if they have days, which are in it. */
export const inZone = <T extends { readonly from?: string; readonly to?: string }>(filters: T) =>
  filters.from || filters.to ? { ...filters, time_zone: viewerZone() } : filters

/** The most characters of a name in a toast. */
const toastName = 40

/** A name shortened for a toast. */
export function inToast(name: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
  return inSentence(characters.length > toastName ? `${characters.slice(0, toastName - 1).join('')}…` : name)
}

/** A moment for a `datetime-local` input: to the minute, in the reader's time zone. '' for none. */
export function toLocalInput(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return ''
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The value of such an input as ISO 8601 in UTC; '' for none. */
export function localToUtc(local: string): string {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}
