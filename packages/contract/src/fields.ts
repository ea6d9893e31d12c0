import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { groupThousands } from './values/money.ts'

/** Fields of requests, each with the sentence of its refusal. */

const missingOr =
  (what: string, otherwise: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined ? `${what} is required` : otherwise

/** PostgreSQL cannot store the character NUL. */
export const withoutNul = (what: string) => z.regex(/^[^\0]*$/, `${what} must not contain the character NUL`)

const atMost = (what: string, max: number, counted = '') =>
  max === Infinity ? [] : [z.maxLength(max, `${what} must be at most ${max} characters${counted}`)]

/**
 * Text that must not be blank; blanks around it are dropped.
 * @param counted ends the sentence about the limit: how characters are counted
 */
export const requiredText = (what: string, max: number = limits.shortText, counted?: string) =>
  z
    .string({ error: missingOr(what, `${what} must be text`) })
    .check(z.trim(), withoutNul(what), z.minLength(1, `${what} is required`), ...atMost(what, max, counted))

export const freeText = (what: string, max: number = limits.shortText, counted?: string) =>
  z.string(`${what} must be text`).check(withoutNul(what), ...atMost(what, max, counted))

/** Text without breaks; blanks around it are dropped. */
export const oneLine = (what: string, max: number = limits.shortText) =>
  z
    .string({ error: missingOr(what, `${what} must be text`) })
    .check(z.trim(), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, `${what} must be one line`), ...atMost(what, max))

export const textOrNull = (what: string, max: number) =>
  z.nullish(z.string(`${what} must be text`).check(z.trim(), z.maxLength(max, `${what} is too long`), withoutNul(what)))

export const emailText = (what: string) =>
  z.pipe(
    z.string({ error: missingOr(what, `${what} must be text`) }).check(z.trim(), z.maxLength(320, `${what} is too long`)),
    z.email(`${what} must be an email address`),
  )

export const toggle = (what: string) => z.boolean(`${what} must be true or false`)

export const oneOf = <const T extends readonly string[]>(what: string, values: T) =>
  z.enum(values, `${what} must be one of: ${values.join(', ')}`)

/** One of the list, or the empty text for "not chosen". */
export const oneOfOrNone = <const T extends readonly string[]>(what: string, values: T) =>
  z.enum(['', ...values], `${what} must be one of: ${values.join(', ')}`)

export const listUpTo = <S extends z.ZodMiniType>(what: string, item: S, max: number) =>
  z.array(item, `${what} must be a list`).check(z.maxLength(max, `${what} must have at most ${groupThousands(String(max))} entries`))

/** The id of something else. Ids are positive integers. */
export const reference = (what: string) => {
  const rule = `${what} must be an id, a positive whole number`
  return z.int({ error: missingOr(what, rule) }).check(z.positive(rule))
}

/** The version that the caller read before changing it (docs/reference/calls.md, Two people editing). */
export const version = z.optional(z.int('Version must be a whole number'))

/** A flag of a query: exactly `true` or `false`. */
export const queryFlag = (name: string, byDefault: boolean) =>
  z._default(z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: `${name} must be true or false` }), byDefault)
