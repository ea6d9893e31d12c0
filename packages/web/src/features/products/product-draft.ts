import type { Product } from '@keydesk/contract'
import { changedFields, isSame } from './product-changes.ts'
import { newKey, productToForm, type FieldName, type Keyed, type ProductForm } from './product-form.ts'

/** What is being edited, and what it was when editing began. */
export interface Draft {
  readonly base: ProductForm
  /** Of `base`. A foreign host has none. */
  readonly version: number | undefined
  readonly form: ProductForm
}

export function startDraft(product: Product): Draft {
  const form = productToForm(product)
  return { base: form, version: product.version, form }
}

/** A field that somebody else changed since editing began. */
export interface Difference {
  readonly field: FieldName
  /** It was edited here too, to something else. */
  readonly isMineToo: boolean
}

export function differences(draft: Draft, theirs: Product): Difference[] {
  const stored = productToForm(theirs)
  const mine = new Set(changedFields(draft.base, draft.form))
  return changedFields(draft.base, stored).map((field) => ({
    field,
    isMineToo: mine.has(field) && !isSame(field, stored[field], draft.form[field]),
  }))
}

/**
 * Takes in what a refetch brought: their values for the fields not edited here, and their version. Where both sides
 * changed a field nothing is taken, version included, so that saving is refused and the person gets to choose.
 */
export function takeIn(draft: Draft, theirs: Product): Draft {
  const isOlder = draft.version !== undefined && theirs.version !== undefined && theirs.version < draft.version
  if (isOlder || differences(draft, theirs).some(({ isMineToo }) => isMineToo)) return draft
  return applyOnTop(draft, theirs)
}

/** Their product with the edits made here on top: their values for what was not touched, mine for what was. */
export function applyOnTop(draft: Draft, theirs: Product): Draft {
  const touched = new Set(changedFields(draft.base, draft.form))
  const stored = productToForm(theirs)
  const base: ProductForm = {
    ...stored,
    faq: keepKeys(stored.faq, draft, touched, 'faq'),
    updates: keepKeys(stored.updates, draft, touched, 'updates'),
  }
  const mine = Object.fromEntries([...touched].map((field) => [field, draft.form[field]]))
  return { base, version: theirs.version, form: { ...base, ...mine } }
}

/** Items keep the keys that are on screen, so that a refetch neither closes nor unfocuses one. */
function keepKeys<Item extends Keyed>(
  stored: readonly Item[],
  draft: Draft,
  touched: ReadonlySet<FieldName>,
  field: 'faq' | 'updates',
): Item[] {
  const shown = touched.has(field) ? draft.base[field] : draft.form[field]
  return stored.map((item, index) => ({ ...item, key: shown[index]?.key ?? newKey() }))
}
