import { useCallback, useState, type RefObject } from 'react'
import type { PanelTitle } from './product-changes.ts'

/** What the page does with the edits of a variant. */
export interface VariantSteps {
  readonly save: () => Promise<void>
  readonly discard: () => void
  /** Keeps them no longer as a draft: the person leaves them behind. */
  readonly forget: () => void
}

export interface EditedVariant {
  readonly name: string
  /** What was edited: 'Price and Keys'. */
  readonly fields: string
  readonly steps: RefObject<VariantSteps | null>
}

/** Something typed that Save Changes does not send: an unsaved variant, a question that was not added yet. */
interface Loose {
  readonly panel: PanelTitle
  /** How the question before leaving calls it. */
  readonly name: string
  readonly variant?: EditedVariant
}

export type ReportLoose = (id: string, loose: Loose | null) => void

/** Keeps count of loose edits, so that leaving asks about them too. */
export function useLoose() {
  const [loose, setLoose] = useState<ReadonlyMap<string, Loose>>(new Map())
  const report = useCallback<ReportLoose>((id, edit) => {
    setLoose((before) => {
      if (edit === null && !before.has(id)) return before
      const after = new Map(before)
      if (edit === null) after.delete(id)
      else after.set(id, edit)
      return after
    })
  }, [])
  const all = [...loose.values()]
  return { report, all, panels: all.map(({ panel }) => panel) }
}

export type LooseEdits = ReturnType<typeof useLoose>['all']
