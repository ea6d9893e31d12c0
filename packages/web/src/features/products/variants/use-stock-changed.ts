import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/keys.ts'
import type { VariantEditing } from './use-variant-form.ts'
import { applyVariantOnTop } from './variant-form.ts'
import { useFetchVariant } from './variants-data.ts'

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
      queries.setQueryData(keys.variant(id), theirs)
    }
    const refresh = [keys.keyImports(id), keys.removedKeys(id), keys.products, ...(theirs === undefined ? [keys.variant(id)] : [])]
    await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
