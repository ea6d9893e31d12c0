import { formatUsd, inSentence, isStrikingPrice, limits, parseKeyLines, type VariantInput, variantInput } from '@keydesk/contract'
import { readDecimal } from '../../../kit/controls/decimal-input.tsx'
import type { Problems } from '../../../kit/form/form-check.ts'
import type { FieldRules } from '../../../kit/form/three-way.ts'
import { mergeKeys, readKeys } from '../stock/key-text.ts'

/** The values of a variant's fields, as typed. */
export interface VariantForm {
  readonly name: string
  readonly price: string
  /** Undefined if the host does not know it: then it is neither shown nor sent. */
  readonly max_per_order: string | undefined
  /** Empty for none; undefined if the host does not know it. */
  readonly low_stock_threshold: string | undefined
  /** One per line. */
  readonly keys: string
}

/** A stored variant. */
export interface VariantBase extends VariantForm {
  /** A foreign host has none. */
  readonly version: number | undefined
  /** Identifies the list of keys that was read, so that the server removes no other keys. A foreign host has none. */
  readonly keysSeen?: string | undefined
}

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
  // A host knows both fields or neither.
  low_stock_threshold: max_per_order === undefined ? undefined : (low_stock_threshold?.toString() ?? ''),
  keys: keys.map(({ value }) => value).join('\n'),
  version,
  keysSeen: keys_seen,
})

export const variantToForm = ({ name, price, max_per_order, low_stock_threshold, keys }: VariantBase): VariantForm => ({
  ...{ name, price, max_per_order, low_stock_threshold, keys },
})

/** Added and removed keys are applied on top of their list. Compares texts without JSON, because the keys may be very many. */
export const variantRules: FieldRules<VariantForm> = {
  isSame: (_, a, b) => a === b,
  merge: { keys: mergeKeys },
  asStored: (form) => ({
    ...form,
    name: form.name.trim(),
    price: readDecimal(form.price).toFixed(2),
    keys: [...new Set(parseKeyLines(form.keys))].join('\n'),
  }),
}

/** The values in the question about a conflict. */
export const variantFormats = {
  price: ({ price }: VariantForm) => formatUsd(readDecimal(price)),
}

interface Prepared {
  /** The body of the call, with the version and the list of keys that the edits are based on. */
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
  // `readKeys` has checked each key; the schema gets them only if there are too many, to report that.
  const result = variantInput.safeParse({ ...scalars, keys: keys.length > limits.keysPerSave ? keys : [] })
  const issues = result.success ? [] : result.error.issues.map((issue) => [String(issue.path[0]), issue.message])
  const problems = Object.fromEntries([...issues, ...(problem === undefined ? [] : [['keys', problem]])].toReversed())
  return { body: { ...scalars, keys }, problems }
}

function toThreshold(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  return text.trim() === '' ? null : Number(text)
}

/**
 * The question before saving a price that may be a typing error. A draft has no earlier price. Null if there is nothing to ask.
 */
export function askAboutPrice(from: VariantForm, to: VariantForm, { isDraft }: { readonly isDraft: boolean }) {
  const [before, after] = [Number.parseFloat(from.price), Number.parseFloat(to.price)]
  if (!isStrikingPrice(before, after) || (isDraft && after !== 0)) return null
  const free = after === 0 ? 'It is free then. ' : ''
  return {
    title: `Change the price from ${formatUsd(before)} to ${formatUsd(after)}?`,
    text: `${free}The store sells ${inSentence(to.name.trim())} at this price from the moment that it is saved.`,
    yes: 'Change Price',
  }
}
