import { guardedChanges, guardOf, isChanges, type Permission } from '@keydesk/contract'
import * as z from 'zod/mini'
import { AppError, invalid } from '../errors.ts'

/**
 * Leaves fields out of an answer that the caller may not see (docs/reference/roles.md, Guarded fields). The contract marks them, so no
 * handler needs to know about them.
 */

type Schema = z.core.$ZodType
type Allows = (permission: Permission) => boolean

/** The guarded fields anywhere in a schema, each with its permission. */
export function guardedFieldsOf(schema: Schema): ReadonlyMap<string, Permission> {
  const found = new Map<string, Permission>()
  const seen = new Set<Schema>()
  const visit = (part: Schema): void => {
    if (seen.has(part)) return
    seen.add(part)
    if (isChanges(part)) for (const [name, permission] of Object.entries(guardedChanges)) found.set(name, permission)
    for (const [name, field] of fieldsOf(part)) {
      const permission = guardOf(field)
      if (permission !== undefined) found.set(name, permission)
    }
    partsOf(part).forEach(visit)
  }
  visit(schema)
  return found
}

/** A copy of an answer without the guarded fields whose permission the caller lacks. */
export function leaveOut(schema: Schema, value: unknown, allows: Allows): unknown {
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) return value.map((item) => leaveOut(schema.def.element, item, allows))
  if (typeof value !== 'object' || value === null) return value
  if (isChanges(schema)) {
    return Object.fromEntries(Object.entries(value).filter(([name]) => guardedChanges[name] === undefined || allows(guardedChanges[name])))
  }
  if (schema instanceof z.ZodMiniObject) {
    const fields = new Map(fieldsOf(schema))
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, item]) => {
        const field = fields.get(name)
        if (field === undefined) return [[name, item]]
        const permission = guardOf(field)
        return permission === undefined || allows(permission) ? [[name, leaveOut(field, item, allows)]] : []
      }),
    )
  }
  // One of several, or a wrapper such as `optional`.
  return partsOf(schema).reduce((left: unknown, part) => leaveOut(part, left, allows), value)
}

/** The same for a thrown error. The `current` of a refusal is what an answer would have as `data`. */
export function leaveOutOfError(response: Schema, error: unknown, allows: Allows): unknown {
  if (!(error instanceof AppError) || error.details.current === undefined) return error
  const { data } = leaveOut(response, { data: error.details.current }, allows) as { readonly data: unknown }
  return new AppError(error.kind, error.message, { ...error.details, current: data })
}

/**
 * Refuses to sort by a field that the caller does not see: the order of the rows would tell it.
 * @throws 400
 */
export function refuseHiddenSort(fields: ReadonlyMap<string, Permission>, sort: string | undefined, allows: Allows): void {
  const permission = fields.get(sort?.replace(/^-/, '') ?? '')
  if (permission === undefined || allows(permission)) return
  const sentence = `You cannot sort by ${sort}`
  throw invalid(sentence, { sort: sentence })
}

const fieldsOf = (schema: Schema): [string, Schema][] => (schema instanceof z.ZodMiniObject ? Object.entries(schema.def.shape) : [])

/** The schemas inside one. */
function partsOf(schema: Schema): Schema[] {
  if (schema instanceof z.ZodMiniObject) return Object.values(schema.def.shape)
  if (schema instanceof z.ZodMiniArray) return [schema.def.element]
  if (schema instanceof z.ZodMiniUnion) return [...(schema.def.options as readonly Schema[])]
  if (schema instanceof z.ZodMiniPipe) return [schema.def.out]
  if (schema instanceof z.ZodMiniRecord) return []
  const { innerType } = (schema as z.ZodMiniType).def as { innerType?: Schema }
  return innerType === undefined ? [] : [innerType]
}
