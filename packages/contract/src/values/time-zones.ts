/** Days as `YYYY-MM-DD`, and when they begin in a time zone. */

const dayMs = 86_400_000

/** Creating a formatter is slow. Few zones are in use, so a full cache is simply cleared. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const mostFormatters = 50

/** @throws RangeError for an unknown zone */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone)
  if (cached !== undefined) return cached
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  if (formatters.size >= mostFormatters) formatters.clear()
  formatters.set(zone, formatter)
  return formatter
}

/** Whether this is the IANA name of a time zone. A bare offset such as `+05:45` is not: it has no daylight saving. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z][\w+/-]{1,99}$/i.test(name)) return false
  try {
    formatterOf(name)
    return true
  } catch {
    return false
  }
}

/** Milliseconds that the clocks of a zone are ahead of UTC. */
function offsetAt(moment: number, zone: string): number {
  const [, sign, hours, minutes, seconds = '0'] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatterOf(zone).format(moment)) ?? []
  if (sign === undefined) return 0
  const offset = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -offset : offset
}

/** The UTC day of a moment, which as text is ISO 8601 in UTC. */
export const utcDayOf = (moment: Date | string): string => (typeof moment === 'string' ? moment : moment.toISOString()).slice(0, 10)

/** The day that a moment falls on. */
export const dayOf = (moment: Date, zone: string): string => utcDayOf(new Date(moment.getTime() + offsetAt(moment.getTime(), zone)))

/** Whether this is a day of the calendar. `Date` reads 2030-02-30 as 2 March. */
export function isDay(text: string): boolean {
  const start = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(`${text}T`)
}

export const addDays = (day: string, count: number): string => new Date(Date.parse(day) + count * dayMs).toISOString().replace(/T.*/, '')

/** The last days up to a day, oldest first. */
export const daysUpTo = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(day, index - count + 1))

/**
 * The moment at which the clocks of a zone show a time, written as if it were UTC: `2026-11-20T15:04:05Z`. The first one if they show it
 * twice; if they skip it, the moment when they jump.
 */
export function momentOfClock(shown: string, zone: string): Date {
  const time = Date.parse(shown)
  const [before, after] = [offsetAt(time - dayMs, zone), offsetAt(time + dayMs, zone)]
  // The clocks change near this time unless both are equal. Then search for the moment at which they reach it.
  let low = time - Math.max(before, after)
  let high = time - Math.min(before, after)
  if (low < high && low + offsetAt(low, zone) === time) return new Date(low)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (middle + offsetAt(middle, zone) >= time) high = middle
    else low = middle + 1
  }
  return new Date(low)
}

/**
 * The first moment of a day as ISO 8601 in UTC. If the clocks skip midnight, the day begins when they jump; a day that a zone skips begins
 * and ends at that moment. For comparing it as text, moments before and after the years of four digits, which are
 * written with a sign, become the first and the last of these.
 */
export function momentOfDay(day: string, zone: string): string {
  const start = momentOfClock(day, zone)
  const year = start.getUTCFullYear()
  if (year > 9999) return '9999-12-31T23:59:59.999Z'
  return year < 0 ? '0000-01-01T00:00:00.000Z' : start.toISOString()
}

/** A moment as the clocks of a zone show it: `2026-11-20T15:04:05-08:00`. */
export function formatInZone(moment: Date, zone: string): string {
  const offset = offsetAt(moment.getTime(), zone)
  const minutes = Math.abs(offset) / 60_000
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const local = new Date(moment.getTime() + offset).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}
