import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/keys.ts'
import type { VariantEditing } from './use-variant-form.ts'
import { applyVariantOnTop } from './variant-form.ts'
import { useFetchVariant } from './variants-data.ts'

/**
 * For calls that change the stock beside Save Variant: fetches what is stored now and keeps unsaved edits on top of it. Without that, the
 * next save would find that somebody else had changed the variant.
 */
export function useStockChanged(id: number, editing: VariantEditing): () => Promise<void> {
  const queries = useQueryClient()
  const fetchVariant = useFetchVariant()
  return async () => {
    const theirs = await fetchVariant(id)
    editing.show(applyVariantOnTop(editing.from(), editing.read(), theirs), theirs)
    queries.setQueryData(keys.variant(id), theirs)
    const refresh = [keys.keyImports(id), keys.removedKeys(id), keys.products]
    await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
