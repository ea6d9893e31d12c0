import { variantLabels } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { ApiError, isNotFound } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { type Base, type Editing, type EditingOptions, useEditing } from '../../../kit/form/use-editing.ts'
import { useConfirm } from '../../../kit/overlay/confirm.tsx'
import { plural } from '../../../kit/text/format.ts'
import type { StockChanged } from '../stock/import-data.ts'
import { countMissing } from '../stock/key-text.ts'
import type { KeysHandle } from '../stock/keys-editor.tsx'
import { useFetchVariant, useVariantActions } from './data.ts'
import { type VariantBase, type VariantForm, askAboutPrice, prepareVariant, variantFormats, variantRules, variantToForm } from './form.ts'

type Keys = RefObject<KeysHandle | null>

/** The unsaved edits of a variant. The text of the keys stays in its own editor: it may have 100,000 lines. */
export function useVariantForm(id: number, variant: VariantBase, keys: Keys, { isDraft }: { readonly isDraft: boolean }) {
  const confirm = useConfirm()
  const { update } = useVariantActions(id)

  /** Asks before a save removes keys. No question for a foreign host, which does not list removed keys. */
  const agreesToRemoval = async ({ row, values }: Base<VariantBase, VariantForm>, kept: readonly string[]) => {
    const removed = row.keysSeen === undefined ? 0 : countMissing(values.keys, kept)
    if (removed === 0) return true
    const what = plural(removed, 'key')
    const text = `${removed === 1 ? 'It stays' : 'They stay'} in Removed keys for 30 days.`
    return confirm({ title: `Remove ${what}?`, text, yes: `Remove ${what}`, isDanger: true })
  }
  return useEditing({
    ...variantParts(keys),
    // Several variants may be edited at once.
    what: `variant: ${variant.name}`,
    row: variant,
    send: async (form, base, { isOnTop, stored }) => {
      const { body } = prepareVariant(form, seenBy(base))
      const question = askAboutPrice(base.values, form, { isDraft })
      if (question !== null && !(await confirm(question))) return false
      if (!isOnTop && !(await agreesToRemoval(base, body.keys ?? []))) return false
      return update.mutateAsync({ body, onSaved: stored })
    },
    inlineError: ({ message }) => message,
    draft: { thing: `variant:${id}` },
  })
}

type VariantEditing = Editing<VariantBase, VariantForm>

/** The options of `useEditing` that compare, merge and check a variant. */
export const variantParts = (keys: Keys) =>
  ({
    names: variantLabels,
    formats: variantFormats,
    toValues: variantToForm,
    rules: variantRules,
    // The form has no keys; `outside` checks them.
    check: (values) => prepareVariant(values).problems,
    outside: { field: 'keys', editor: keys, check: (values, base) => prepareVariant(values, seenBy(base)).problems.keys },
  }) satisfies Partial<EditingOptions<VariantBase, VariantForm>>

/** What the edits are based on: the version, and the keys with the id of their list. */
const seenBy = ({ row, values }: Base<VariantBase, VariantForm>) => ({ version: row.version, keysSeen: row.keysSeen, keys: values.keys })

/**
 * For calls that change the stock besides Save Variant: fetches the stored variant and applies unsaved edits on top. Otherwise the next save
 * would report a change by somebody else. Call the result with the running call, or after it. Never rejects.
 */
export function useStockChanged(id: number, editing: VariantEditing): StockChanged {
  const queries = useQueryClient()
  const fetchVariant = useFetchVariant()
  /** The calls without an answer yet. */
  const running = useRef(0)
  return async (change) => {
    // The call, and the fetch of many keys, may take seconds, in which the person saves.
    editing.expectStored()
    running.current += 1
    try {
      await change
    } catch (error) {
      // Refused, so nothing has changed. Without an answer it may have, and another call may change it yet.
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (isRefused && running.current === 1) editing.expectStored(false)
      // If the variant was deleted, the page must say so.
      if (isRefused && !isNotFound(error)) return
    } finally {
      running.current -= 1
    }
    // The change is stored even if this fetch fails: then the variant's own query fetches again, and shows a failure.
    const theirs = await fetchVariant(id).catch(() => undefined)
    if (theirs !== undefined) {
      editing.readBack(theirs)
      // A save meanwhile has stored a newer one.
      queries.setQueryData<VariantBase>(queryKeys.variant(id), (shown) => ((shown?.version ?? 0) > (theirs.version ?? 0) ? shown : theirs))
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
