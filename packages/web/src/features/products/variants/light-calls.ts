import { keyChanges, variant, variants, wrapped } from '@keydesk/contract'
import * as z from 'zod/mini'

type AnyKey = { readonly value?: unknown } | string | null

/** The keys of an answer. The contract's schema takes a third of a second for 100,000 keys, so only the list is checked. */
const anyKeys = z.custom<readonly AnyKey[]>(Array.isArray)

/** The contract's calls, with answers read lightly. A malformed list of keys is a failure, never an empty stock. */
export const lightFind = { ...variants.find, response: wrapped(z.extend(variant, { keys: anyKeys })) }

/** Saving answers with all keys too. */
export const lightUpdate = {
  ...variants.update,
  response: z.extend(lightFind.response, { meta: z.catch(z.optional(keyChanges), undefined) }),
}

export const keyValue = (key: AnyKey): { readonly value: string } => ({ value: textOf(typeof key === 'object' ? key?.value : key) })

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
