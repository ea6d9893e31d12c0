import type { Product } from '@keydesk/contract'
import { useCallback, useState } from 'react'
import { withoutProblems, type Problems } from './product-check.ts'
import { applyOnTop, discardEdits, editDraft, markSaved, startDraft, takeIn } from './product-draft.ts'
import type { ProductForm } from './product-form.ts'

/** The one form state of the page. Whatever a refetch brings is taken in without losing an edit. */
export function useProductDraft(product: Product) {
  const [draft, setDraft] = useState(() => startDraft(product))
  const [problems, setProblems] = useState<Problems>({})
  const [seen, setSeen] = useState(product)
  if (seen !== product) {
    setSeen(product)
    setDraft(takeIn(draft, product))
  }

  const edit = useCallback((patch: Partial<ProductForm>) => {
    setDraft((before) => editDraft(before, patch))
    setProblems((before) => withoutProblems(before, Object.keys(patch)))
  }, [])

  return {
    draft,
    problems,
    setProblems,
    edit,
    discard: () => {
      setDraft(discardEdits)
      setProblems({})
    },
    saved: (sent: ProductForm, version: number | undefined) => {
      setDraft((before) => markSaved(before, sent, version))
      setProblems({})
    },
    /** Gives up the edits for what is stored. */
    reload: (theirs: Product) => setDraft(startDraft(theirs)),
    applyOnTop: (theirs: Product) => setDraft((before) => applyOnTop(before, theirs)),
  }
}

export type Edit = ReturnType<typeof useProductDraft>['edit']

/** What every panel of the form takes. */
export interface PanelProps {
  readonly form: ProductForm
  readonly problems: Problems
  readonly edit: Edit
}
