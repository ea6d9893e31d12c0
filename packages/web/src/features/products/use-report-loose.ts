import { useEffect, useLayoutEffect, type RefObject } from 'react'
import type { PanelTitle } from './product-changes.ts'
import type { ReportLoose, VariantSteps } from './use-loose.ts'

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
