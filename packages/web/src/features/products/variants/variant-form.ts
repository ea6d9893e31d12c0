import { limits, variantInput, type VariantInput } from '@keydesk/contract'
import { mergeKeys, readKeys } from '../keys/key-text.ts'
import type { Problems } from '../product-check.ts'

/** What a variant's fields hold, as typed. */
export interface VariantForm {
  readonly name: string
  readonly price: string
  /** One a line. */
  readonly keys: string
}

/** A variant as it is stored. */
export interface VariantBase extends VariantForm {
  /** A foreign host has none. */
  readonly version: number | undefined
  /** Names the list of keys, for the server to remove no others. A foreign host has none. */
  readonly keysSeen?: string | undefined
}

export type VariantField = keyof VariantForm
export const variantFields: Readonly<Record<VariantField, string>> = { name: 'Name', price: 'Price', keys: 'Keys' }
const names = Object.keys(variantFields) as VariantField[]

interface Read {
  readonly name: string
  readonly price: number
  readonly version?: number
  readonly keys_seen?: string
  readonly keys: readonly { readonly value: string }[]
}

export const variantToBase = ({ name, price, keys, version, keys_seen }: Read): VariantBase => ({
  name,
  price: price.toFixed(2),
  keys: keys.map(({ value }) => value).join('\n'),
  version,
  keysSeen: keys_seen,
})

export interface Prepared {
  /** Exactly the payload of spec section 7, and the version and keys that the edits began from. */
  readonly body: VariantInput
  readonly problems: Problems
}

export function prepareVariant(form: VariantForm, from?: Pick<VariantBase, 'version' | 'keysSeen'>): Prepared {
  const { keys, problem } = readKeys(form.keys)
  const scalars = { name: form.name.trim(), price: Number.parseFloat(form.price), version: from?.version, keys_seen: from?.keysSeen }
  // The keys were looked at one by one; the schema sees them only where it has something to say about their number.
  const result = variantInput.safeParse({ ...scalars, keys: keys.length > limits.keysPerSave ? keys : [] })
  const issues = result.success ? [] : result.error.issues.map((issue) => [String(issue.path[0]), issue.message])
  const problems = Object.fromEntries([...issues, ...(problem === undefined ? [] : [['keys', problem]])].toReversed())
  return { body: { ...scalars, keys }, problems }
}

/** What somebody else changed, and which of that was edited here too, to something else. */
export function compareVariant(base: VariantForm, mine: VariantForm, theirs: VariantForm) {
  const changed = names.filter((field) => theirs[field] !== base[field])
  return { changed, both: changed.filter((field) => mine[field] !== base[field] && mine[field] !== theirs[field]) }
}

/** Their values for what was not edited here; mine for name and price that were; my added and removed keys on their list. */
export function applyVariantOnTop(base: VariantForm, mine: VariantForm, theirs: VariantForm): VariantForm {
  return {
    name: mine.name === base.name ? theirs.name : mine.name,
    price: mine.price === base.price ? theirs.price : mine.price,
    keys: mine.keys === base.keys ? theirs.keys : mergeKeys(base.keys, mine.keys, theirs.keys),
  }
}
