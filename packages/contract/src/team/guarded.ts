import * as z from 'zod/mini'
import type { Permission } from './permissions.ts'
import { amount, nullableAmount, optionalAmount, orElse } from '../tolerant.ts'

/**
 * Fields of answers that need a permission beyond that of their call. The server leaves them out for everybody else, whatever the handler
 * returned (docs/reference/roles.md, Guarded fields).
 */
const guards = new WeakMap<z.core.$ZodType, Permission>()

/** A copy of the schema of a field, which is left out for callers without the permission. */
export function guarded<S extends z.ZodMiniType>(permission: Permission, schema: S): S {
  const copy = schema.clone()
  guards.set(copy, permission)
  return copy
}

/** The permission that a field needs, if any. */
export const guardOf = (field: z.core.$ZodType): Permission | undefined => guards.get(field)

/** Dollars that the shop took, gave back or owes. Prices of products and the terms of coupons are public, so they are none of these. */
export const money = guarded('amounts:read', amount)
export const optionalMoney = guarded('amounts:read', optionalAmount)
export const nullableMoney = guarded('amounts:read', nullableAmount)

/** Fields of `changesOf` by name, each with the permission that it needs. */
export const guardedChanges: Readonly<Record<string, Permission>> = {
  total: 'amounts:read',
  refunded_total: 'amounts:read',
  amount: 'amounts:read',
}

const changes = new WeakSet<z.core.$ZodType>()

/** What a row of the history changed, by the names of the fields. */
export function changesOf<S extends z.ZodMiniType>(change: S) {
  const record = z.record(z.string(), change)
  changes.add(record)
  return orElse(record, {})
}

export const isChanges = (schema: z.core.$ZodType): boolean => changes.has(schema)
