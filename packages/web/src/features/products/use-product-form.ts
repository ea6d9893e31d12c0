import type { Product } from '@keydesk/contract'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import type { Edits } from '../../kit/draft-store.ts'
import { resolverFor } from '../../kit/form-check.ts'
import { showEdits } from '../../kit/form-edits.ts'
import { changedFields, countChanges } from './product-changes.ts'
import { checkDraft } from './product-check.ts'
import { applyOnTop, differences, startDraft, takeIn, type Draft } from './product-draft.ts'
import type { ProductForm } from './product-form.ts'

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
