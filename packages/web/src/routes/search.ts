import { isDay } from '@keydesk/contract'

/** The types of search parameters in an address. An invalid value counts as missing. */

type Read<Value> = (value: unknown) => Value | undefined
type Reads = Readonly<Record<string, Read<unknown>>>

/** For `validateSearch` of a route: reads each of these values. Plain functions, because a schema would load zod before the login page. */
export const searchOf =
  <Given extends Reads>(reads: Given) =>
  (search: Record<string, unknown>): { readonly [Name in keyof Given]?: ReturnType<Given[Name]> } =>
    Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, read(search[name])])) as never

export const text: Read<string> = (value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** A positive integer: an id or a page. */
export const whole: Read<number> = (value) => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

/** A day such as 2026-01-31, in the viewer's time zone. */
export const day: Read<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value) ? value : undefined

export const oneOf =
  <const Value extends string | number>(values: readonly Value[]): Read<Value> =>
  (value) =>
    values.find((known) => String(known) === String(value))

export const matching =
  (pattern: RegExp): Read<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined

/** `?add=1` opens the dialog to add something. */
export const addRequest = oneOf(['1'])

/** The search and the sort of a list. */
export const list = { q: text, sort: text }

/** Keeps values as text: the router's own parser would turn `?q=12` into a number. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const written = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return written === '' ? '' : `?${written}`
}
