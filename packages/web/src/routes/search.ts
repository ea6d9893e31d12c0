/** What the search part of an address may hold. A value that makes no sense counts as left out. */

type Read<Value> = (value: unknown) => Value | undefined
type Reads = Readonly<Record<string, Read<unknown>>>

/** For `validateSearch` of a route: reads each of these values. Plain functions, since a schema would load zod before the login page. */
export const searchOf =
  <Given extends Reads>(reads: Given) =>
  (search: Record<string, unknown>): { readonly [Name in keyof Given]?: ReturnType<Given[Name]> } =>
    Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, read(search[name])])) as never

export const text: Read<string> = (value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** A whole number from 1 on: an id, or a page. */
export const whole: Read<number> = (value) => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

/** A day of the viewer's time zone, such as 2026-01-31. */
export const day: Read<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

export const oneOf =
  <const Value extends string | number>(values: readonly Value[]): Read<Value> =>
  (value) =>
    values.find((known) => String(known) === String(value))

export const matching =
  (pattern: RegExp): Read<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined

/** Opens a dialog to add something. */
export const asked = oneOf(['1'])

/** The search and the order of a list. */
export const list = { q: text, sort: text }

/** Texts stay texts: the router's own parser makes a number of `?q=12`. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const written = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return written === '' ? '' : `?${written}`
}
