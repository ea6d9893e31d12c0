import { useEffect } from 'react'
import type { PanelTitle } from './product-changes.ts'
import type { ReportLoose } from './use-loose.ts'

/** Reports while `isLoose`, and takes it back when that ends or the part goes away. */
export function useReportLoose(report: ReportLoose, id: string, panel: PanelTitle, name: string, isLoose: boolean): void {
  useEffect(() => {
    if (!isLoose) return undefined
    report(id, { panel, name })
    return () => report(id, null)
  }, [report, id, panel, name, isLoose])
}
