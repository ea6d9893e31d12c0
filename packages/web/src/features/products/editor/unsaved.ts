import { type ReactNode, type RefObject, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { showEdits } from '../../../kit/form/form-check.ts'
import { useDraft } from '../../../kit/form/use-draft.tsx'
import type { PanelTitle } from './form.ts'

/** What the page can do with the edits of a variant. */
export interface VariantSteps {
  readonly save: () => Promise<boolean>
  readonly discard: () => void
  /** Removes the edits from the draft when the person drops them. */
  readonly forget: () => void
}

export interface EditedVariant {
  readonly name: string
  /** The edited fields: 'Price and Keys'. */
  readonly fields: string
  readonly steps: RefObject<VariantSteps | null>
}

/** Unsaved input that Save Changes does not send: a variant, or a question that was not added yet. */
interface UnsavedPart {
  readonly panel: PanelTitle
  /** Its name in the question before leaving. */
  readonly name: string
  readonly variant?: EditedVariant
  /** Removes its draft when the person drops it. */
  readonly forget?: RefObject<(() => void) | null>
}

export type ReportUnsaved = (id: string, part: UnsavedPart | null) => void

/** Collects unsaved parts, so that leaving asks about them too. */
export function useUnsavedParts() {
  const [parts, setParts] = useState<ReadonlyMap<string, UnsavedPart>>(new Map())
  const report = useCallback<ReportUnsaved>((id, edit) => {
    setParts((before) => {
      if (edit === null && !before.has(id)) return before
      const after = new Map(before)
      if (edit === null) after.delete(id)
      else after.set(id, edit)
      return after
    })
  }, [])
  const all = [...parts.values()]
  return { report, all, panels: all.map(({ panel }) => panel) }
}

export type UnsavedParts = ReturnType<typeof useUnsavedParts>['all']

interface Report extends Pick<UnsavedPart, 'panel' | 'name' | 'forget'> {
  readonly id: string
  readonly isUnsaved: boolean
}

/** Reports while `isUnsaved`, and withdraws the report when that ends or the part unmounts. */
export function useReportUnsaved(report: ReportUnsaved, { id, panel, name, isUnsaved, forget }: Report): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    report(id, { panel, name, ...(forget && { forget }) })
    return () => report(id, null)
  }, [report, id, panel, name, isUnsaved, forget])
}

interface NewItem<Values extends FieldValues> {
  /** The name of its draft: `faq:12`. */
  readonly thing: string
  readonly panel: PanelTitle
  readonly name: string
  readonly form: UseFormReturn<Values>
  /** The values of the empty form. Must be the same object each time. */
  readonly blank: Values
  readonly isUnsaved: boolean
}

/** Reports an item that is typed and not added yet, and stores it as a draft. Render the result, an offer of the draft, above its fields. */
export function useNewItem<Values extends FieldValues>(report: ReportUnsaved, item: NewItem<Values>): ReactNode {
  const { thing, panel, name, form, blank, isUnsaved } = item
  const { offer, forget } = useDraft({
    ...{ thing, form, base: blank, version: undefined },
    onRestore: ({ edits }) => showEdits(form, blank, edits as Partial<Values>),
  })
  const forgetDraft = useRef<() => void>(null)
  useImperativeHandle(forgetDraft, () => forget)
  useReportUnsaved(report, { id: thing, panel, name, isUnsaved, forget: forgetDraft })
  return offer
}

/** Reports the edits of a variant, which the save bar saves and discards. `fields` is empty while there are none. */
export function useReportVariant(
  report: ReportUnsaved,
  id: number,
  { name, fields, steps }: { readonly name: string; readonly fields: string; readonly steps: RefObject<VariantSteps | null> },
): void {
  // A layout effect, so that Ctrl+S right after a keystroke saves it.
  useLayoutEffect(() => {
    if (fields === '') return undefined
    report(`variant-${id}`, { panel: 'Variants', name: `edits of the variant ${name}`, variant: { name, fields, steps } })
    return () => report(`variant-${id}`, null)
  }, [report, id, name, fields, steps])
}
