import { keyChanges, variants, variantSummary, wrapped } from '@keydesk/contract'
import { z } from 'zod'

/**
 * A key of an answer. Told one by one by the contract's schema, 100,000 of them hold the page for a third of a second,
 * so here only the list is one, and each is read when its value is taken.
 */
const anyKey = z.custom<{ readonly value: string } | string>()

/** The contract's calls, with answers read lightly. A list of keys that is none is a failure, never an empty stock. */
export const lightFind = { ...variants.find, response: wrapped(variantSummary.omit({ keys: true }).extend({ keys: z.array(anyKey) })) }

/** Saving answers with all keys, which are fetched afresh anyway. */
export const lightUpdate = {
  ...variants.update,
  response: z.object({ data: variantSummary.pick({ version: true }), meta: keyChanges.optional().catch(undefined) }),
}

export const keyValue = (key: z.infer<typeof anyKey>): { readonly value: string } => (typeof key === 'string' ? { value: key } : { value: String(key?.value ?? '') })
