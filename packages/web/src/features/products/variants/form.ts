import { type VariantInput, formatUsd, limits, variantInput } from '@keydesk/contract'
import { readDecimal } from '../../../kit/controls/decimal-input.tsx'
import { inSentence } from '../../../kit/text/format.ts'
import type { Problems } from '../editor/use-product-form.ts'
import { mergeKeys, readKeys } from '../stock/key-text.ts'

/** What a variant's fields hold, as typed. */
export interface VariantForm {
  readonly name: string
  readonly price: string
  /** Undefined where the host does not know it: then it is neither shown nor sent. */
  readonly max_per_order: string | undefined
  /** Empty for none; undefined likewise. */
  readonly low_stock_threshold: string | undefined
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
export const variantFields: Readonly<Record<VariantField, string>> = {
  name: 'Name',
  price: 'Price',
  max_per_order: 'Max per order',
  low_stock_threshold: 'Low stock at',
  keys: 'Keys',
}
const names = Object.keys(variantFields) as VariantField[]
/** The fields that hold one value each. */
export const scalarNames = ['name', 'price', 'max_per_order', 'low_stock_threshold'] as const

/** The form with one text for the keys, which stay in their own editor. */
export const scalarsOf = (form: VariantForm): VariantForm => ({ ...pickScalars((name) => form[name]), keys: '' })

export const pickScalars = (value: (name: (typeof scalarNames)[number]) => string | undefined): Omit<VariantForm, 'keys'> =>
  Object.fromEntries(scalarNames.map((name) => [name, value(name)])) as Omit<VariantForm, 'keys'>

interface Read {
  readonly name: string
  readonly price: number
  readonly max_per_order?: number
  readonly low_stock_threshold?: number | null
  readonly version?: number
  readonly keys_seen?: string
  readonly keys: readonly { readonly value: string }[]
}

export const variantToBase = ({ name, price, max_per_order, low_stock_threshold, keys, version, keys_seen }: Read): VariantBase => ({
  name,
  price: price.toFixed(2),
  max_per_order: max_per_order?.toString(),
  // A host that knows the one knows the other.
  low_stock_threshold: max_per_order === undefined ? undefined : (low_stock_threshold?.toString() ?? ''),
  keys: keys.map(({ value }) => value).join('\n'),
  version,
  keysSeen: keys_seen,
})

/** Which fields differ, as a person calls them. The keys are compared where they stand. */
export const editedFields = (base: VariantForm, mine: VariantForm, areKeysEdited: boolean): string[] =>
  names.filter((field) => (field === 'keys' ? areKeysEdited : mine[field] !== base[field])).map((field) => variantFields[field])

export interface Prepared {
  /** What the call takes, the limit of one order where the host knows it, and the version and keys that the edits began from. */
  readonly body: VariantInput
  readonly problems: Problems
}

export function prepareVariant(form: VariantForm, from?: Pick<VariantBase, 'version' | 'keysSeen' | 'keys'>): Prepared {
  const { keys, problem } = readKeys(form.keys, from?.keys)
  const max_per_order = form.max_per_order === undefined ? undefined : Number(form.max_per_order)
  const low_stock_threshold = toThreshold(form.low_stock_threshold)
  const scalars = {
    ...{ name: form.name.trim(), price: readDecimal(form.price), max_per_order, low_stock_threshold },
    ...{ version: from?.version, keys_seen: from?.keysSeen },
  }
  // The keys were looked at one by one; the schema sees them only where it has something to say about their number.
  const result = variantInput.safeParse({ ...scalars, keys: keys.length > limits.keysPerSave ? keys : [] })
  const issues = result.success ? [] : result.error.issues.map((issue) => [String(issue.path[0]), issue.message])
  const problems = Object.fromEntries([...issues, ...(problem === undefined ? [] : [['keys', problem]])].toReversed())
  return { body: { ...scalars, keys }, problems }
}

function toThreshold(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  return text.trim() === '' ? null : Number(text)
}

/** What somebody else changed, and which of that was edited here too, to something else. */
export function compareVariant(base: VariantForm, mine: VariantForm, theirs: VariantForm) {
  const changed = names.filter((field) => theirs[field] !== base[field])
  return { changed, both: changed.filter((field) => mine[field] !== base[field] && mine[field] !== theirs[field]) }
}

/** Their values for what was not edited here; mine for the fields that were; my added and removed keys on their list. */
export const applyVariantOnTop = (base: VariantForm, mine: VariantForm, theirs: VariantForm): VariantForm => ({
  ...pickScalars((name) => (mine[name] === base[name] ? theirs[name] : mine[name])),
  keys: mine.keys === base.keys ? theirs.keys : mergeKeys(base.keys, mine.keys, theirs.keys),
})

/**
 * What to ask before a price is saved that may be a slip: one that differs by more than half of the price before, or is 0. A draft has no
 * price before; null where there is nothing to ask.
 */
export function askAboutPrice(from: VariantForm, to: VariantForm, { isDraft }: { readonly isDraft: boolean }) {
  const [before, after] = [Number.parseFloat(from.price), Number.parseFloat(to.price)]
  if (before === after || !(after === 0 || (!isDraft && Math.abs(after - before) > before / 2))) return null
  const free = after === 0 ? 'It is free then. ' : ''
  return {
    title: `Change the price from ${formatUsd(before)} to ${formatUsd(after)}?`,
    text: `${free}The store sells ${inSentence(to.name.trim())} at this price from the moment that it is saved.`,
    yes: 'Change Price',
  }
}
