import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { StaleError } from '../../../api/stale.ts'
import { markRefused } from '../../../kit/form/form-check.ts'
import { useConfirm } from '../../../kit/overlay/confirm.tsx'
import { plural } from '../../../kit/text/format.ts'
import { useFocusProblem } from '../editor/focus.ts'
import { countMissing } from '../stock/key-text.ts'
import { useFetchVariant, useVariantActions } from './data.ts'
import {
  type VariantBase,
  type VariantField,
  applyVariantOnTop,
  askAboutPrice,
  compareVariant,
  prepareVariant,
  scalarNames,
} from './form.ts'
import type { VariantEditing } from './use-variant-form.ts'

/** What somebody else stored since editing began. */
interface Conflict extends ReturnType<typeof compareVariant> {
  readonly theirs: VariantBase
}

interface Options {
  readonly isDraft: boolean
  readonly onSaved: (fields: readonly VariantField[]) => void
}

/** Save Variant: check, send, and on a refusal mark the fields or ask what to do about somebody else's change. */
export function useSaveVariant(id: number, editing: VariantEditing, { isDraft, onSaved }: Options) {
  const confirm = useConfirm()
  const { update } = useVariantActions(id)
  const focusProblem = useFocusProblem(`#variant-${id}`)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { form } = editing

  /** Whether the person agrees to what the save removes. A host of another make may keep nothing that could be put back. */
  const agreesToRemoval = async (kept: readonly string[]) => {
    const { keys, keysSeen } = editing.from()
    const removed = keysSeen === undefined ? 0 : countMissing(keys, kept)
    if (removed === 0) return true
    const what = plural(removed, 'key')
    const text = `${removed === 1 ? 'It stays' : 'They stay'} in Removed keys for 30 days.`
    return confirm({ title: `Remove ${what}?`, text, yes: `Remove ${what}`, danger: true })
  }
  const send = async (hasAgreed: boolean) => {
    let isRefused = false
    /** The keys are looked through when they are sent: there may be 100,000 of them. */
    const markKeys = (problem: string | undefined) => {
      if (problem !== undefined) form.setError('keys', { message: problem })
      isRefused = true
    }
    await form.handleSubmit(
      async () => {
        const sent = editing.read()
        const { body, problems } = prepareVariant(sent, editing.from())
        if (problems.keys !== undefined) return markKeys(problems.keys)
        const question = askAboutPrice(editing.from(), sent, { isDraft })
        if (question !== null && !(await confirm(question))) return
        if (!hasAgreed && !(await agreesToRemoval(body.keys ?? []))) return
        const from = editing.from()
        const told = (stored: number | undefined) => {
          editing.saved(sent, stored)
          onSaved(scalarNames.filter((name) => sent[name] !== from[name]))
        }
        try {
          await update.mutateAsync({ body, onSaved: told })
        } catch (error) {
          if (error instanceof StaleError) {
            const theirs = error.stored as VariantBase
            return setConflict({ theirs, ...compareVariant(editing.from(), sent, theirs) })
          }
          if (!(error instanceof ApiError)) throw error
          isRefused = markRefused(form, error)
        }
      },
      () => markKeys(prepareVariant(editing.read(), editing.from()).problems.keys),
    )()
    // The form shows its marks when it has ended, not before.
    if (isRefused) focusProblem()
  }

  return {
    isSaving: form.formState.isSubmitting,
    /** Not while it is saved, or while a question about it is open. */
    save: async () => {
      if (!form.formState.isSubmitting && conflict === null) await send(false)
    },
    conflict,
    keepEditing: () => setConflict(null),
    reload: () => {
      if (conflict !== null) editing.show(conflict.theirs, conflict.theirs)
      setConflict(null)
    },
    saveOnTop: async () => {
      if (conflict === null) return
      const { theirs } = conflict
      editing.show(applyVariantOnTop(editing.from(), editing.read(), theirs), theirs)
      setConflict(null)
      await send(true)
    },
  }
}

/**
 * For calls that change the stock beside Save Variant: fetches what is stored now and keeps unsaved edits on top of it. Without that, the
 * next save would find that somebody else had changed the variant. Never rejects.
 */
export function useStockChanged(id: number, editing: VariantEditing): () => Promise<void> {
  const queries = useQueryClient()
  const fetchVariant = useFetchVariant()
  return async () => {
    // What was stored is stored, whatever becomes of asking for it: the variant's own query then tries again, and says so if it fails.
    const theirs = await fetchVariant(id).catch(() => undefined)
    if (theirs === undefined) editing.expectStored()
    else {
      editing.show(applyVariantOnTop(editing.from(), editing.read(), theirs), theirs)
      queries.setQueryData(queryKeys.variant(id), theirs)
    }
    const refresh = [
      queryKeys.keyImports(id),
      queryKeys.removedKeys(id),
      queryKeys.products,
      ...(theirs === undefined ? [queryKeys.variant(id)] : []),
    ]
    await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
