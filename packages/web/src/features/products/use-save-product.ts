import type { Product } from '@keydesk/contract'
import { useState } from 'react'
import { ApiError } from '../../api/error.ts'
import { StaleError } from '../../api/stale.ts'
import { checkDraft, type Problems } from './product-check.ts'
import { applyOnTop, type Draft } from './product-draft.ts'
import { formToBody } from './product-form.ts'
import { useUpdateProduct } from './products-data.ts'
import { useFocusProblem } from './use-focus-problem.ts'
import type { useProductDraft } from './use-product-draft.ts'

/** Save Changes: check, send, and on a refusal mark the fields or ask what to do about somebody else's change. */
export function useSaveProduct(product: Product, editing: ReturnType<typeof useProductDraft>) {
  const update = useUpdateProduct(product.id)
  const focusProblem = useFocusProblem('section:not(#media):not(#variants)')
  /** What somebody else stored since editing began. */
  const [theirs, setTheirs] = useState<Product | null>(null)

  const mark = (problems: Problems) => {
    editing.setProblems(problems)
    if (Object.keys(problems).length > 0) focusProblem()
  }

  const send = async (draft: Draft) => {
    const problems = checkDraft(product, draft)
    if (Object.keys(problems).length > 0) return mark(problems)
    const { form } = draft
    try {
      await update.mutateAsync({ body: formToBody(product, form, draft.version), onSaved: (version) => editing.saved(form, version) })
    } catch (error) {
      if (error instanceof StaleError) return setTheirs(error.stored as Product)
      if (!(error instanceof ApiError)) throw error
      mark(error.fields)
    }
  }

  return {
    isSaving: update.isPending,
    save: async () => {
      if (!update.isPending) await send(editing.draft)
    },
    theirs,
    keepEditing: () => setTheirs(null),
    reload: () => {
      if (theirs !== null) editing.reload(theirs)
      setTheirs(null)
    },
    saveOnTop: async () => {
      if (theirs === null) return
      editing.applyOnTop(theirs)
      setTheirs(null)
      await send(applyOnTop(editing.draft, theirs))
    },
  }
}
