import * as z from 'zod/mini'

/**
 * Readers for answers. A foreign host knows only the basic calls (docs/reference/calls.md, Another server behind the web app): what it
 * leaves out, sends as null or in another type (`"4.99"` for a price) is read as well as it can be, else as an empty value. Our own server
 * reads its answers strictly before it sends them; the API document shows the plain type.
 */
export const reader = <S extends z.ZodMiniType>(schema: S, convert: (input: unknown) => unknown, fallback: z.output<S>) =>
  z.catch(schema, (failed?: Failed) => {
    refuseIfStrict(failed)
    // The API document asks for the fallback without an input.
    const read = schema.safeParse(convert(failed?.input))
    return read.success ? read.data : fallback
  })

/** A value that cannot be read becomes the fallback. */
export const orElse = <S extends z.ZodMiniType>(schema: S, fallback: z.output<S>): z.ZodMiniCatch<S> =>
  z.catch(schema, (failed?: Failed) => {
    refuseIfStrict(failed)
    return fallback
  })

interface Failed {
  readonly input: unknown
  readonly error: { readonly issues: readonly { readonly message: string }[] }
}

let isStrict = false

/**
 * Reads an answer of our own server: a value that does not fit is a bug and must not become an empty value. Reading is synchronous, so the
 * mode does not leak into other readings.
 * @throws Error without any value
 */
export function readStrictly<T>(read: () => T): T {
  isStrict = true
  try {
    return read()
  } finally {
    isStrict = false
  }
}

function refuseIfStrict(failed: Failed | undefined): void {
  if (isStrict && failed !== undefined) throw new Error(`An answer does not fit its schema: ${failed.error.issues[0]?.message}`)
}

/** Converts the input before the schema checks it. */
export const convertFirst = <S extends z.ZodMiniType>(convert: (input: unknown) => unknown, schema: S) =>
  z.pipe(
    z.transform((input: unknown) => (isStrict ? input : convert(input))),
    schema,
  )

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i
const toNumber = (input: unknown): unknown => (typeof input === 'string' && decimal.test(input) ? Number(input) : input)

/** A number beyond the safe integers has already lost digits: it must not become an id. */
const toText = (input: unknown): unknown =>
  typeof input === 'number' && Math.abs(input) <= Number.MAX_SAFE_INTEGER ? String(input) : input

const flags = new Map<unknown, boolean>([
  ...[1, '1', 'true'].map((on) => [on, true] as const),
  ...[0, '0', 'false'].map((off) => [off, false] as const),
])
const toFlag = (input: unknown): unknown => flags.get(typeof input === 'string' ? input.trim().toLowerCase() : input)

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const isMoment = (text: string): boolean => iso.test(text) && !Number.isNaN(Date.parse(text))

/** `Date.parse` also reads 'Try 3' as a date, so a year is required. */
function toMoment(input: unknown): unknown {
  const time = typeof input === 'string' && /\d{4}/.test(input) ? Date.parse(input) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

export const text = reader(z.string(), toText, '')
export const nullableText = reader(z.nullable(z.string()), toText, null)
export const flag = reader(z.boolean(), toFlag, false)
export const optionalFlag = reader(z.optional(z.boolean()), toFlag, undefined)
/** A whole number. */
export const count = reader(z.int(), toNumber, 0)
export const optionalCount = reader(z.optional(z.int()), toNumber, undefined)
export const nullableCount = reader(z.nullable(z.int()), toNumber, null)
/** Dollars, or a percentage. */
export const amount = reader(z.number(), toNumber, 0)
export const optionalAmount = reader(z.optional(z.number()), toNumber, undefined)
export const nullableAmount = reader(z.nullable(z.number()), toNumber, null)
/** ISO 8601 with a time, or null for anything else. A number is not read, since seconds and milliseconds look alike. */
export const moment = reader(z.nullable(z.string().check(z.refine(isMoment))), toMoment, null)
/** Like `moment`; undefined if it is left out. */
export const optionalMoment = z.optional(moment)

/** Ids are positive integers. A row without one cannot be read. */
export const id = convertFirst(toNumber, z.int().check(z.positive()))
export const optionalId = reader(z.optional(z.int().check(z.positive())), toNumber, undefined)

/** Marks an unreadable item of a list until it is dropped. No readable item has this value, and the API document does not show it. */
const unreadable: unknown = undefined
let dropped = 0

/** A list without the items that cannot be read. A value that is no list is refused. */
export const rowsOf = <S extends z.ZodMiniType>(item: S): z.ZodMiniArray<z.ZodMiniCatch<S>> =>
  z.array(orElse(item, unreadable as z.output<S>)).check(
    z.overwrite((items) => {
      if (!items.includes(unreadable as z.output<S>)) return items
      const readable = items.filter((each) => each !== unreadable)
      dropped += items.length - readable.length
      return readable
    }),
  )

/** Like `rowsOf`, but a value that is no list becomes an empty list. */
export const listOf = <S extends z.ZodMiniType>(item: S): z.ZodMiniCatch<z.ZodMiniArray<z.ZodMiniCatch<S>>> => orElse(rowsOf(item), [])

/** Reads, and counts the items that its lists drop. Reading is synchronous, so no other reading is counted. */
export function countDropped<T>(read: () => T): { readonly result: T; readonly dropped: number } {
  const before = dropped
  const result = read()
  return { result, dropped: dropped - before }
}
