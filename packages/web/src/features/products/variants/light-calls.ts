import { keyChanges, variants, variantSummary, wrapped } from '@keydesk/contract'
import { z } from 'zod'

type AnyKey = { readonly value?: unknown } | string | null

/**
 * The keys of an answer. Read one by one by the contract's schema, 100,000 of them hold the page for a third of a
 * second, so here only the list is looked at, and each key when its value is taken.
 */
const anyKeys = z.custom<readonly AnyKey[]>(Array.isArray)

/** The contract's calls, with answers read lightly. A list of keys that is none is a failure, never an empty stock. */
export const lightFind = { ...variants.find, response: wrapped(variantSummary.omit({ keys: true }).extend({ keys: anyKeys })) }

/** Saving answers with all keys, which are fetched afresh anyway. */
export const lightUpdate = {
  ...variants.update,
  response: z.object({ data: variantSummary.pick({ version: true }), meta: keyChanges.optional().catch(undefined) }),
}

export const keyValue = (key: AnyKey): { readonly value: string } => ({ value: textOf(typeof key === 'object' ? key?.value : key) })

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
