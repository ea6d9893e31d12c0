import * as z from 'zod/mini'
import { invalid } from '../errors.ts'

// zod/mini has no messages. The contract's rules bring their own; these cover the rest, such as a cursor that is too long.
z.config(z.locales.en())

/**
 * Parses a query or body.
 * @throws 400 with a sentence for each invalid field
 */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = read(schema, value)
  if (result.success) return refuseUnstorable(result.data)
  // A Map, because a parameter may be named toString.
  const sentences = new Map<string, string>()
  for (const issue of result.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [issue.path.join('.')]
    for (const name of names) if (!sentences.has(name)) sentences.set(name, sentenceOf(issue, name))
  }
  const [headline] = sentences.values()
  sentences.delete('')
  const fields = Object.fromEntries(sentences)
  throw invalid(headline === undefined || headline.startsWith('Invalid input') ? describe(fields) : headline, fields)
}

function sentenceOf(issue: z.core.$ZodIssue, name: string): string {
  if (issue.code === 'unrecognized_keys') return `Unknown parameter: ${name}`
  // Such as null in a list of objects: they bring no sentence of their own.
  if (issue.code === 'invalid_type' && issue.expected === 'object' && name !== '') return `${name} must be an object`
  return issue.message
}

function read<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value)
  } catch (error) {
    // zod compares the length of anything that has one, not only of text: { length: { toString: 'x' } } makes it throw.
    if (error instanceof TypeError && error.message.includes('primitive value')) throw invalid('A value of the body is not valid')
    throw error
  }
}

function refuseUnstorable<T>(data: T): T {
  const name = findUnstorableText(data)
  if (name === undefined) return data
  throw invalid(`The text of ${name} holds a character that cannot be stored`, { [name]: 'Holds a character that cannot be stored' })
}

/**
 * The path of a text that PostgreSQL cannot store: one with a NUL, or with half of a surrogate pair. SQLite could store it, but both
 * databases refuse the same texts. Undefined if there is none.
 */
function findUnstorableText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  // Walk a list of a hundred thousand keys without copying it.
  if (Array.isArray(value) && value.every((part) => findUnstorableText(part) === undefined)) return undefined
  for (const [name, part] of Object.entries(value)) {
    const inside = findUnstorableText(part)
    if (inside !== undefined) return inside === '' ? name : `${name}.${inside}`
  }
  return undefined
}

/** The parser's messages are for programmers; a person needs the field's name. */
function describe(fields: Record<string, string>): string {
  const [name] = Object.keys(fields)
  return name === undefined ? 'The body must be a JSON object' : `The value of ${name} is not valid`
}
