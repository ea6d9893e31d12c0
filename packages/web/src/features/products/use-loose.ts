import { useCallback, useState } from 'react'
import type { PanelTitle } from './product-changes.ts'

/** Something typed that Save Changes does not send: an unsaved variant, a question that was not added yet. */
interface Loose {
  readonly panel: PanelTitle
  /** How the question before leaving calls it. */
  readonly name: string
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
  return { report, names: [...loose.values()].map(({ name }) => name), panels: [...loose.values()].map(({ panel }) => panel) }
}
