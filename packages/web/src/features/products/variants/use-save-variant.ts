import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/error.ts'
import { keys } from '../../../api/keys.ts'
import { StaleError } from '../../../api/stale.ts'
import type { Problems } from '../product-check.ts'
import { useFocusProblem } from '../use-focus-problem.ts'
import type { useVariantDraft } from './use-variant-draft.ts'
import { applyVariantOnTop, compareVariant, prepareVariant, type VariantBase, type VariantForm } from './variant-form.ts'
import { useVariantActions } from './variants-data.ts'

/** What somebody else stored since editing began. */
interface Conflict extends ReturnType<typeof compareVariant> {
  readonly theirs: VariantBase
}

/** Save Variant: check, send, and on a refusal mark the fields or ask what to do about somebody else's change. */
export function useSaveVariant(id: number, draft: ReturnType<typeof useVariantDraft>) {
  const queries = useQueryClient()
  const { update } = useVariantActions(id)
  const focusProblem = useFocusProblem(`#variant-${id}`)
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const mark = (found: Problems) => {
    setProblems(found)
    if (Object.keys(found).length > 0) focusProblem()
  }

  const send = async (form: VariantForm, version: number | undefined) => {
    setSaving(true)
    try {
      const prepared = prepareVariant(form, version)
      mark(prepared.problems)
      if (Object.keys(prepared.problems).length > 0) return
      const { body } = prepared
      await update.mutateAsync({ body, onSaved: (stored) => draft.saved(form, stored) })
      // What became of the keys (duplicates, sold ones) is known to the host alone.
      await queries.invalidateQueries({ queryKey: keys.variant(id) })
    } catch (error) {
      if (error instanceof StaleError) {
        const theirs = error.stored as VariantBase
        return setConflict({ theirs, ...compareVariant(draft.base, form, theirs) })
      }
      if (!(error instanceof ApiError)) throw error
      mark(error.fields)
    } finally {
      setSaving(false)
    }
  }

  return {
    isSaving,
    save: () => send(draft.form(), draft.base.version),
    problems,
    clear: (field: string) => setProblems(({ [field]: _, ...rest }) => rest),
    conflict,
    keepEditing: () => setConflict(null),
    reload: () => {
      if (conflict !== null) draft.show(conflict.theirs, conflict.theirs)
      setConflict(null)
    },
    saveOnTop: async () => {
      if (conflict === null) return
      const { theirs } = conflict
      const merged = applyVariantOnTop(draft.base, draft.form(), theirs)
      draft.show(merged, theirs)
      setConflict(null)
      await send(merged, theirs.version)
    },
  }
}
