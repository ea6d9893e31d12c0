import { product as productSchema, products, type Product } from '@keydesk/contract'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { ApiError } from '../../api/error.ts'
import { checkDraft, type Problems } from './product-check.ts'
import { applyOnTop, type Draft } from './product-draft.ts'
import { formToBody } from './product-form.ts'
import { useUpdateProduct } from './products-data.ts'
import { useFocusProblem } from './use-focus-problem.ts'
import type { useProductDraft } from './use-product-draft.ts'

/** Save Changes: check, send, and on a refusal mark the fields or ask what to do about somebody else's change. */
export function useSaveProduct(product: Product, editing: ReturnType<typeof useProductDraft>) {
  const api = useApi()
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
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'stale_version') return mark(error.fields)
      setTheirs(await storedNow(error.current))
    }
  }

  /** The refusal brings what is stored now; a host that leaves it out is asked. Null when it cannot be had. */
  const storedNow = async (current: unknown): Promise<Product | null> => {
    const told = productSchema.safeParse(current)
    if (told.success) return told.data
    return api(products.find, { params: { id: product.id } }).then(
      ({ data }) => data,
      () => null,
    )
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
