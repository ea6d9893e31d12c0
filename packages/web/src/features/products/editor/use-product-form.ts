import { type Product, checkProduct } from '@keydesk/contract'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { Edits } from '../../../kit/form/draft-store.ts'
import { resolverFor, showEdits } from '../../../kit/form/form-check.ts'
import {
  type FieldName,
  type Keyed,
  type ProductForm,
  changedFields,
  countChanges,
  formToBody,
  isSame,
  newKey,
  productToForm,
} from './form.ts'

/** The one form of the page. What a refetch brings is taken in without losing an edit. */
export function useProductForm(product: Product) {
  const [base, setBase] = useState(() => {
    const { base: form, version } = startDraft(product)
    return { form, version }
  })
  /** The same as `base`, at hand before the next render. */
  const current = useRef(base)
  const form = useForm<ProductForm>({
    defaultValues: base.form,
    resolver: resolverFor((values) => checkDraft(product, { base: base.form, version: base.version, form: values })),
    shouldFocusError: false,
  })

  // A copy: typing goes on in the form's own lists while a save is under way.
  const draft = (): Draft => ({ base: current.current.form, version: current.current.version, form: structuredClone(form.getValues()) })
  const show = (next: Draft) => {
    current.current = { form: next.base, version: next.version }
    setBase(current.current)
    const edits = Object.fromEntries(changedFields(next.base, next.form).map((field) => [field, next.form[field]]))
    showEdits(form, next.base, edits)
  }

  const seen = useRef(product)
  const takeInStored = useEffectEvent((stored: Product) => {
    if (seen.current === stored) return
    seen.current = stored
    const before = draft()
    const after = takeIn(before, stored)
    if (after === before) return
    if (differences(before, stored).length > 0) return show(after)
    // Nothing to show: the fields are left alone, since a form that is reset may miss a letter that is typed at that moment.
    current.current = { ...current.current, version: after.version }
    setBase(current.current)
  })
  useEffect(() => takeInStored(product), [product])

  return {
    form,
    base: base.form,
    version: base.version,
    draft,
    discard: () => show({ ...draft(), form: current.current.form }),
    /** What was sent is what is stored now; what was typed since stays an edit. */
    saved: (sent: ProductForm, version: number | undefined) =>
      show({ base: sent, version: version ?? current.current.version, form: form.getValues() }),
    /** Gives up the edits for what is stored. */
    reload: (theirs: Product) => show(startDraft(theirs)),
    applyOnTop: (theirs: Product) => show(applyOnTop(draft(), theirs)),
    restore: (kept: Edits) => {
      const from = { ...current.current.form, ...kept.base }
      show({ base: from, version: kept.version, form: { ...from, ...kept.edits } })
    },
  }
}

export type ProductEditing = ReturnType<typeof useProductForm>

/** What every panel of the form takes. */
export interface PanelProps {
  readonly form: UseFormReturn<ProductForm>
}

/** How many changes each panel has. Renders its component with each edit. */
export function useProductChanges({ form, base }: Pick<ProductEditing, 'form' | 'base'>) {
  const values = useWatch({ control: form.control }) as ProductForm
  return useMemo(() => countChanges(base, values), [base, values])
}

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

/** Messages by the path of a field: `name`, `faq.2.answer`. */
export type Problems = Readonly<Record<string, string>>

/**
 * What the contract has against the edited fields. What was not edited is left alone: a foreign host may hold values
 * that the contract does not know, and they are not this person's mistake.
 */
export function checkDraft(product: Product, draft: Draft): Problems {
  const body = formToBody(product, draft.form, draft.version)
  const checked = new Set<string>(['name', ...changedFields(draft.base, draft.form)])
  const edited = Object.fromEntries(Object.entries(body).filter(([name]) => checked.has(name)))
  return checkProduct(edited, draft.base)
}
