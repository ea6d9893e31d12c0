import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { PanelTitle } from './form.ts'

/** What the page does with the edits of a variant. */
export interface VariantSteps {
  readonly save: () => Promise<boolean>
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

/** Reports while `isLoose`, and takes it back when that ends or the part goes away. */
export function useReportLoose(report: ReportLoose, id: string, panel: PanelTitle, name: string, isLoose: boolean): void {
  useEffect(() => {
    if (!isLoose) return undefined
    report(id, { panel, name })
    return () => report(id, null)
  }, [report, id, panel, name, isLoose])
}

/** The same for a variant, whose edits the save bar saves and discards. `fields` is empty while there are none. */
export function useReportVariant(
  report: ReportLoose,
  id: number,
  { name, fields, steps }: { readonly name: string; readonly fields: string; readonly steps: RefObject<VariantSteps | null> },
): void {
  // In the commit of the edit itself, so that Ctrl+S right after a key saves it.
  useLayoutEffect(() => {
    if (fields === '') return undefined
    report(`variant-${id}`, { panel: 'Variants', name: `edits of the variant ${name}`, variant: { name, fields, steps } })
    return () => report(`variant-${id}`, null)
  }, [report, id, name, fields, steps])
}
