import { guardOf, moment } from '@keydesk/contract'
import { components, type Component } from '@keydesk/contract/docs'
import * as z from 'zod/mini'

export type Json = Record<string, unknown>

/**
 * What calls send (`output`) or receive (`input`), as JSON Schema. A named schema becomes a component, and a reference wherever it is used.
 * `components` of the result contains the components that are used.
 */
export function describeSchemas(io: 'input' | 'output', roots: ReadonlyMap<string, z.ZodMiniType>) {
  const registry = z.registry<{ id: string; description?: string }>()
  for (const [id, { schema, about }] of components) registry.add(schema, { id, description: about })
  for (const [id, schema] of roots) if (!registry.has(schema)) registry.add(schema, { id })

  const made = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: toAddress, override: (context) => tidy(context, io) })
  // A schema used in two places is one object: copy it, so that each place has its own.
  const schemas = JSON.parse(JSON.stringify(made.schemas)) as Record<string, Json>
  for (const [id, schema] of Object.entries(schemas)) finish(id, schema, components.get(id))

  const describe = (schema: z.ZodMiniType): Json => {
    const { id } = registry.get(schema)!
    return components.has(id) ? { $ref: toAddress(id) } : schemas[id]!
  }
  const found = Object.fromEntries([...roots].map(([id, schema]) => [id, describe(schema)]))
  return { roots: found, components: reachable(Object.values(found), schemas) }
}

/** The parameters of a query, each with its schema. */
export function describeQuery(query: z.ZodMiniType): { name: string; required: boolean; schema: Json }[] {
  const made = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any', override: (context) => tidy(context, 'input') })
  const { properties = {}, required = [] } = JSON.parse(JSON.stringify(made)) as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }))
}

const toAddress = (id: string) => `#/components/schemas/${id}`

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** Removes what only the parser needs, and adds types that it cannot express. */
function tidy({ zodSchema, jsonSchema }: Parameters<Override>[0], io: 'input' | 'output'): void {
  delete jsonSchema.propertyNames
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // The format is enough; the pattern is very long.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (zodSchema === moment) jsonSchema.format = 'date-time'
  if (isTrueOrFalse(zodSchema)) jsonSchema.type = 'boolean'
  if (io === 'input') return
  // The fallback that a client uses for an unreadable field. This server never sends it.
  delete jsonSchema.default
  leaveOptional(zodSchema, jsonSchema)
  // Answers may get more fields: a client ignores unknown ones.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

/** Guarded fields are left out for people without their permission. */
function leaveOptional(zodSchema: z.core.$ZodType, jsonSchema: Json): void {
  if (!(zodSchema instanceof z.ZodMiniObject) || !Array.isArray(jsonSchema.required)) return
  const { shape } = zodSchema.def
  jsonSchema.required = jsonSchema.required.filter((name: string) => guardOf(shape[name]!) === undefined)
}

/** A string of a query that is parsed as true or false. */
function isTrueOrFalse(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodMiniPipe && schema.def.out instanceof z.ZodMiniBoolean
}

/** Adds descriptions to the fields of a component, and the fixed lists of values that the contract leaves open for foreign hosts. */
function finish(id: string, schema: Json, component: Component | undefined): void {
  for (const mark of ['$schema', '$id', 'id']) delete schema[mark]
  const properties = schema.properties as Record<string, Json> | undefined
  const property = (field: string): Json => {
    const found = properties?.[field]
    if (found === undefined) throw new Error(`${id} has no field ${field}`)
    return found
  }
  for (const [field, values] of Object.entries(component?.values ?? {})) {
    const target = property(field)
    Object.assign(target.type === 'array' ? (target.items as Json) : target, { enum: values })
  }
  for (const [field, description] of Object.entries(component?.fields ?? {})) property(field).description = description
}

/** The components that these schemas use, directly or through other components. */
function reachable(schemas: readonly Json[], all: Record<string, Json>): Record<string, Json> {
  const found: Record<string, Json> = {}
  const open: unknown[] = [...schemas]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const text = JSON.stringify(next)
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      const schema = all[name]
      if (schema === undefined || name in found) continue
      found[name] = schema
      open.push(schema)
    }
  }
  return found
}
