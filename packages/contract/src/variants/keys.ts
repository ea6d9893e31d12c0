import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { freeText, listUpTo, queryFlag, reference, requiredText } from '../fields.ts'
import { guarded } from '../team/guarded.ts'
import { limits } from '../limits.ts'
import { listed, listQuery } from '../lists.ts'
import { moneyAmount } from '../values/money.ts'
import { count, id, listOf, moment, nullableAmount, optionalCount, optionalFlag, optionalId, orElse, text } from '../tolerant.ts'

/**
 * What an import does with a line (docs/reference/key-imports.md, Imports). Only `new` is stored. `sold` is any key of the variant that an
 * order holds or held: reserved, sold or revoked. `elsewhere` is a key of another variant, in any state.
 */
export const keyDispositions = ['new', 'repeated', 'in_stock', 'sold', 'elsewhere', 'invalid'] as const
export type KeyDisposition = (typeof keyDispositions)[number]

const costs = {
  /** What the whole import cost, in dollars. */
  cost_total: z.nullish(moneyAmount('Cost')),
  /** What each key of it cost, in dollars. */
  cost_per_key: z.nullish(moneyAmount('Cost')),
}
interface Costs {
  readonly cost_total?: number | null | undefined
  readonly cost_per_key?: number | null | undefined
}
const oneCost = z.refine<Costs>(({ cost_total, cost_per_key }) => (cost_total ?? null) === null || (cost_per_key ?? null) === null, {
  error: 'Send the cost either in total or per key',
  path: ['cost_total'],
})

/** The lines of a file or a paste, one value each, as they are: the server trims, compares and refuses them. */
export const keyImportInput = z
  .object({
    /** Names the import, such as the name of its file. */
    name: requiredText('Name'),
    supplier: z._default(freeText('Supplier').check(z.trim()), ''),
    values: listUpTo('values', z.string('Each of the values must be text'), limits.keysPerSave).check(
      z.minLength(1, 'values must have at least one entry'),
    ),
    ...costs,
  })
  .check(oneCost)
export type KeyImportInput = z.infer<typeof keyImportInput>

/** The cost of a key import, in total or per key; without both it is unknown (docs/reference/books.md, Cost of keys). */
export const keyImportCost = z.object(costs).check(oneCost)
export type KeyImportCost = z.infer<typeof keyImportCost>

/** How many lines had each disposition; together they are all lines. */
export const keyImportCounts = z.object({ new: count, repeated: count, in_stock: count, sold: count, elsewhere: count, invalid: count })
export type KeyImportCounts = z.infer<typeof keyImportCounts>

/** A line that would not be stored. The value is not repeated: the caller has it. */
export const keyImportLine = z.object({
  /** The number of the line; the first is 1. */
  line: count,
  disposition: text,
  /** With `invalid`: why it cannot be a key, as a sentence. */
  reason: z.optional(text),
  /** With `sold`: the order that holds the key. */
  order_id: optionalCount,
  /** With `elsewhere`: the variant that has it. */
  variant_id: optionalCount,
})
export type KeyImportLine = z.infer<typeof keyImportLine>

/** What an import would do; nothing is stored. `lines` has those that are not `new`, in their order. */
export const keyImportPreview = z.object({ counts: keyImportCounts, lines: z.array(keyImportLine) })
export type KeyImportPreview = z.infer<typeof keyImportPreview>

/** Dollars; null if unknown. */
const storedCosts = {
  cost_total: guarded('payouts:read', nullableAmount),
  /** Rounded to the cent if the total cannot be divided. */
  cost_per_key: guarded('payouts:read', nullableAmount),
}

/** A stored import. `added` counts the keys that it added: 0 if the same list was imported before. */
export const storedKeyImport = z.object({
  ...{ id, name: text, supplier: text, added: count, counts: keyImportCounts, created_at: moment },
  ...storedCosts,
})
export type StoredKeyImport = z.infer<typeof storedKeyImport>

/**
 * A key import as the list shows it. Each key of it that still exists counts in one of `left`, `reserved`, `held`, `sold`, `replaced`
 * and `removed`. The share of keys that failed is `replaced` of `sold` and `replaced` together.
 */
export const keyImport = z.object({
  id,
  name: text,
  supplier: text,
  /** How many keys were added. */
  added: count,
  /** Available now. */
  left: count,
  /** Reserved by pending orders. */
  reserved: count,
  /** Withheld by a restore, until an owner decides. */
  held: count,
  /** Sold and not replaced; refunded ones count too, and those that were struck after a restore. */
  sold: count,
  /** Sold, and replaced by another key since. */
  replaced: count,
  /** Can be put back for 30 days, and are deleted then. */
  removed: count,
  created_at: moment,
  /** The name of the person who made it. */
  created_by: text,
  /** Null unless it was undone. */
  undone_at: moment,
  undone_by: text,
  ...storedCosts,
})
export type KeyImport = z.infer<typeof keyImport>

/**
 * `removed` keys can be put back. `kept` counts the keys of the import that orders hold; reserved ones are removed if their order is
 * cancelled or expires.
 */
export const undoneKeyImport = z.object({ removed: count, kept: count })
export type UndoneKeyImport = z.infer<typeof undoneKeyImport>

/** What can happen to a key (docs/reference/keys.md, The life of a key). */
export const keyEventKinds = [
  'imported',
  'added',
  'reserved',
  'released',
  'sold',
  'replaced',
  'revoked',
  'removed',
  'restored',
  'cleared',
  'struck',
  'opened',
] as const
export type KeyEventKind = (typeof keyEventKinds)[number]

export const keyEvent = z.object({
  at: moment,
  kind: text,
  /** The name of the person who did it. Empty if it is not recorded. */
  actor: text,
  order_id: optionalId,
  /** With `imported`. */
  import_id: optionalId,
  /** With `replaced`: one of `replaceReasons`. */
  reason: z.optional(text),
  /** With `replaced`, and with `revoked` the reason of the refund. */
  note: z.optional(text),
  /** With `replaced`: the key that replaced it. With `sold`: the key that it replaced, if it did. */
  other_key_id: optionalId,
})
export type KeyEvent = z.infer<typeof keyEvent>

/** The whole life of one key, oldest event first. The value itself is not in it. */
export const keyHistory = z.object({
  id,
  variant_id: id,
  variant_name: text,
  product_id: count,
  product_name: text,
  /** True if its variant is deleted; left out otherwise. */
  is_deleted: optionalFlag,
  state: text,
  /** The import that added it, or null. */
  import_id: orElse(z.nullable(id), null),
  import_name: orElse(z.nullable(z.string()), null),
  /** The order that holds it, or null. */
  order_id: orElse(z.nullable(id), null),
  events: listOf(keyEvent),
})
export type KeyHistory = z.infer<typeof keyHistory>

/** The key to look up: either by its value, as a customer sends it, or by its id. */
export const keyLookupInput = z
  .object({ value: z.optional(requiredText('Key', limits.keyLength)), id: z.optional(reference('id')) })
  .check(z.refine((wanted) => (wanted.value === undefined) !== (wanted.id === undefined), 'Send either value or id'))
export type KeyLookupInput = z.infer<typeof keyLookupInput>

const importsPath = '/admin/variants/:id/key-imports'
export const keys = {
  import: endpoint({
    method: 'POST',
    path: importsPath,
    access: 'keys:write',
    summary: 'Import keys as a batch, or with `dry_run` look at what the import would do',
    beyondSpec: true,
    query: z.object({ dry_run: queryFlag('dry_run', false) }),
    body: keyImportInput,
    bodyLimit: limits.keysBody,
    status: 201,
    dryRunStatus: 200,
    response: wrapped(z.union([keyImportPreview, storedKeyImport])),
  }),
  imports: endpoint({
    method: 'GET',
    path: importsPath,
    access: 'keys:read',
    summary: 'Imports of a variant, newest first: the newest 100 unless a limit says otherwise',
    beyondSpec: true,
    query: z.omit(listQuery, { q: true, sort: true }),
    response: listed(keyImport),
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/admin/key-imports/:id/undo',
    access: 'keys:write',
    summary: 'Take the keys of an import that are not sold out of the stock',
    beyondSpec: true,
    response: wrapped(undoneKeyImport),
  }),
  setImportCost: endpoint({
    method: 'PUT',
    path: '/admin/key-imports/:id/cost',
    access: 'payouts:write',
    summary: 'Set or correct what an import cost; keys of it that are sold count with the new cost',
    beyondSpec: true,
    body: keyImportCost,
    response: wrapped(keyImport),
  }),
  lookup: endpoint({
    method: 'POST',
    path: '/admin/keys/lookup',
    access: 'keys:lookup',
    reads: true,
    summary: 'The whole life of the key with this value or id',
    beyondSpec: true,
    /** With `or_null`, a key that is not found is null and no 404: browsers write each 404 into their console. */
    query: z.object({ or_null: queryFlag('or_null', false) }),
    body: keyLookupInput,
    response: wrapped(z.nullable(keyHistory)),
  }),
}
