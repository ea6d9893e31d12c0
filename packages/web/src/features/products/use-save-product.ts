import type { Product } from '@keydesk/contract'
import { useState } from 'react'
import { ApiError } from '../../api/error.ts'
import { StaleError } from '../../api/stale.ts'
import { markRefused } from '../../kit/form-check.ts'
import { changedFields } from './product-changes.ts'
import { formToBody, type FieldName } from './product-form.ts'
import { useUpdateProduct } from './products-data.ts'
import { useFocusProblem } from './use-focus-problem.ts'
import type { ProductEditing } from './use-product-form.ts'

/** Save Changes: check, send, and on a refusal mark the fields or ask what to do about somebody else's change. */
export function useSaveProduct(product: Product, editing: ProductEditing, onSaved: (fields: readonly FieldName[]) => void) {
  const update = useUpdateProduct(product.id)
  const focusProblem = useFocusProblem('section:not(#media):not(#variants)')
  /** What somebody else stored since editing began. */
  const [theirs, setTheirs] = useState<Product | null>(null)
  const { form, draft } = editing

  const send = form.handleSubmit(async () => {
    const { base, form: sent, version } = draft()
    const told = (stored: number | undefined) => {
      editing.saved(sent, stored)
      onSaved(changedFields(base, sent))
    }
    try {
      await update.mutateAsync({ body: formToBody(product, sent, version), onSaved: told })
    } catch (error) {
      if (error instanceof StaleError) return setTheirs(error.stored as Product)
      if (!(error instanceof ApiError)) throw error
      if (markRefused(form, error)) focusProblem()
    }
  }, focusProblem)

  return {
    isSaving: update.isPending,
    save: async () => {
      if (!update.isPending) await send()
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
      await send()
    },
  }
}
