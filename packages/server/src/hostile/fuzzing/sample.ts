import * as z from 'zod/mini'
import { hostileText, hostileValue, type Dice } from './values.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly format?: string
  readonly default?: unknown
}

const known = new WeakMap<z.ZodMiniType, Schema>()

/** A value that matches the types of the schema. Its further rules may still refuse it. */
export function sampleOf(schema: z.ZodMiniType, random: Dice): unknown {
  const json = known.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
  known.set(schema, json)
  return sample(json, '', random)
}

function sample(schema: Schema, name: string, random: Dice): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return sample(random.pick(choices), name, random)
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((part) => sample(part, name, random) as object))
  const type = typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['string'])
  switch (type) {
    case 'object':
      return sampleObject(schema, random)
    case 'array':
      return Array.from({ length: random.pick([0, 1, 1, 1, 2, 3]) }, () => sample(schema.items ?? {}, name, random))
    case 'integer':
      // Keep quantities small: an id-sized quantity is never in stock.
      if (/quantity/.test(name)) return 1 + random.below(2)
      return random.chance(name === 'variant_id' ? 0.95 : 0.6) ? random.id(name) : 1 + random.below(6)
    case 'number':
      // The price of one unit: half of the purchases buy one.
      if (name === 'expected_total') return 9.99
      return random.pick([0, 1, 5, 9.99, 100, 12.5])
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return sampleText(schema, name, random)
  }
}

function sampleObject({ properties = {}, required = [] }: Schema, random: Dice): Record<string, unknown> {
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.5))
  return Object.fromEntries(wanted.map(([name, part]) => [name, sample(part, name, random)]))
}

function sampleText({ format }: Schema, name: string, random: Dice): string {
  const number = random.below(40)
  if (format === 'date-time' || /date/.test(name)) return random.pick(['2031-01-01T00:00:00.000Z', '2029-01-01T00:00:00.000Z'])
  if (format === 'email' || /email/.test(name)) return `person${number}@example.com`
  if (/code/.test(name)) return random.pick(['SAVE10', 'SAVE10', 'FREE', 'nobody', `C${number}`])
  if (/content|description|requirements/.test(name)) return `<p>Text <strong>${number}</strong></p>`
  return `text ${number}`
}

/** The value with something hostile in one place. */
export function spoil(value: unknown, random: Dice): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.below(value.length)
    return value.map((part, index) => (index === at ? spoil(part, random) : part))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0 && random.chance(0.9)) {
    const [name, part] = random.pick(Object.entries(value))
    if (random.chance(0.1)) return { ...value, [hostileText(random).slice(0, 200)]: part }
    if (random.chance(0.1)) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
    return { ...value, [name]: spoil(part, random) }
  }
  return hostileValue(random)
}
