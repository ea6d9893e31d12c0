import type { BulkSet } from '@keydesk/contract'
import { differences, type Changes } from '../activity/activity.service.ts'
import type { ProductFields } from './products.rules.ts'

/** What an action changed of one product, by field. */
export interface ProductChange {
  readonly id: number
  readonly changes: Changes
}

/** What is sent of `set` and differs. */
export const changesOf = (fields: ProductFields, set: BulkSet): Changes => differences(fields, { ...fields, ...set })

/** The fields that an undo brings back, and the names of those that somebody changed since: these stay. */
export function planUndo(fields: ProductFields, changes: Changes): { readonly back: BulkSet; readonly kept: string[] } {
  const back: Record<string, unknown> = {}
  const kept: string[] = []
  for (const [name, { before, after }] of Object.entries(changes)) {
    if (fields[name as keyof ProductFields] === after) back[name] = before
    else kept.push(name)
  }
  return { back, kept }
}
