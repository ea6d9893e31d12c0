/** Dates use the US format and the reader's time zone. Creating a formatter takes milliseconds, so each is created at its first use. */
function dates(options?: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let formatter: Intl.DateTimeFormat | undefined
  return () => (formatter ??= new Intl.DateTimeFormat('en-US', options))
}

function numbers(options?: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  let formatter: Intl.NumberFormat | undefined
  return () => (formatter ??= new Intl.NumberFormat('en-US', options))
}

const date = dates()
const longDate = dates({ dateStyle: 'medium' })
const dateTime = dates({ dateStyle: 'medium', timeStyle: 'short' })
const exact = dates({ dateStyle: 'medium', timeStyle: 'medium' })
const clock = dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const day = dates({ month: 'short', day: 'numeric', timeZone: 'UTC' })
const fullDay = dates({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const time = dates({ timeStyle: 'short' })
const count = numbers()
const compact = numbers({ notation: 'compact', maximumFractionDigits: 2 })

/** An invalid date becomes an empty text. */
const format = (formatter: () => Intl.DateTimeFormat, moment: Date): string =>
  // Newer browsers write a narrow no-break space before AM and PM.
  Number.isNaN(moment.getTime()) ? '' : formatter().format(moment).replaceAll('\u202f', ' ')

/** 11/20/2026 */
export const formatDate = (iso: string): string => format(date, new Date(iso))

/** Nov 20, 2026 */
export const formatLongDate = (iso: string): string => format(longDate, new Date(iso))

/** Nov 20, 2026, 3:04 PM */
export const formatDateTime = (iso: string): string => format(dateTime, new Date(iso))

/** Nov 20, 2026, 3:04:05 PM */
export const formatSecond = (iso: string): string => format(exact, new Date(iso))

/** 2026-11-20 20:04:05 UTC; an invalid date becomes an empty text. */
export function formatUtc(iso: string): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? '' : `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Nov 20, 2026, 3:04:05 PM (2026-11-20 20:04:05 UTC): the exact moment, for titles. */
export function formatExact(iso: string): string {
  const utc = formatUtc(iso)
  return utc === '' ? '' : `${formatSecond(iso)} (${utc})`
}

/** 15:04:05 */
export const formatClock = (iso: string): string => format(clock, new Date(iso))

/** The calendar day 2026-11-20 as 'Nov 20' in every time zone; other text stays as it is. */
export const formatDay = (text: string): string => format(day, new Date(`${text}T00:00:00Z`)) || text

/** Calendar days as 'Nov 1 to Nov 30, 2026', across a year as 'Dec 20, 2025 to Jan 5, 2026'. */
export function formatRange(from: string, to: string): string {
  const withYear = (text: string) => `${formatDay(text)}, ${text.slice(0, 4)}`
  return `${from.slice(0, 4) === to.slice(0, 4) ? formatDay(from) : withYear(from)} to ${withYear(to)}`
}

/** A calendar day as 'Fri, Nov 20, 2026'. */
export const formatFullDay = (text: string): string => format(fullDay, new Date(`${text}T00:00:00Z`)) || text

/** 12,345 */
export const formatCount = (number: number): string => count().format(number)

/** 850, 1.25K, 3M: for the labels of an axis. */
export const formatCompact = (number: number): string => compact().format(number)

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
  return moment.toDateString() === new Date().toDateString() ? format(time, moment) : formatDateTime(iso)
}

/** The viewer's time zone by its IANA name. */
export const viewerZone = (): string => time().resolvedOptions().timeZone || 'UTC'

/** Filters with the viewer's time zone if they have days, which are in it. */
export const inZone = <T extends { readonly from?: string; readonly to?: string }>(filters: T) =>
  filters.from || filters.to ? { ...filters, time_zone: viewerZone() } : filters

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A name inside a sentence. A right-to-left name is isolated, so that the words around it keep their places. */
export const inSentence = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)

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
