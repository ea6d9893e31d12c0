import { newVariant, variants, type KeyChanges, type VariantInput, type VariantSummary } from '@keydesk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type * as z from 'zod/mini'
import { useApi } from '../../../api/context.tsx'
import { keys } from '../../../api/keys.ts'
import { orStale } from '../../../api/stale.ts'
import { formatCount } from '../../../kit/format.ts'
import { useAction } from '../../../kit/use-action.ts'
import { useUndoDeletion } from '../../history/history-parts-data.tsx'
import { keyValue, lightFind, lightUpdate } from './light-calls.ts'
import { variantToBase, type VariantBase } from './variant-form.ts'

type LightVariant = z.output<typeof lightFind.response>['data']
const toBase = (data: LightVariant): VariantBase => variantToBase({ ...data, keys: data.keys.map(keyValue) })

/** Asks for a variant with its keys. */
export function useFetchVariant() {
  const api = useApi()
  return async (id: number, signal?: AbortSignal): Promise<VariantBase> => {
    const { data } = await api(lightFind, { params: { id } }, { signal })
    return toBase(data)
  }
}

/** The whole variant, asked for when it is opened. A host that sent the keys with the product is not asked again. */
export function useVariant(summary: VariantSummary) {
  const fetchVariant = useFetchVariant()
  const inline = useMemo(() => (summary.keys === undefined ? undefined : variantToBase({ ...summary, keys: summary.keys })), [summary])
  const query = useQuery({
    queryKey: keys.variant(summary.id),
    queryFn: ({ signal }) => fetchVariant(summary.id, signal),
    enabled: inline === undefined,
    // 100,000 keys are not worth keeping for a visit that may never come, or fetching for a glance at another window.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  return { inline, query }
}

interface Save {
  readonly body: VariantInput
  /** Told before anything is fetched afresh, with the new version where the host has any. */
  readonly onSaved: (version: number | undefined) => void
}

export function useVariantActions(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const fetchVariant = useFetchVariant()
  const undo = useUndoDeletion('variant')
  return {
    update: useAction({
      run: async ({ body, onSaved }: Save) => {
        // Asked afresh: the refusal need not carry 100,000 keys.
        const answer = await orStale(api(lightUpdate, { params: { id }, body }), () => fetchVariant(id))
        onSaved(answer?.data.version)
        // The answer says what became of the keys: duplicates, sold ones. A host that answers nothing is asked.
        if (answer === undefined) await queries.invalidateQueries({ queryKey: keys.variant(id) })
        else queries.setQueryData(keys.variant(id), toBase(answer.data))
        return answer?.meta
      },
      success: (changes) => savedText(changes),
      failure: 'Failed to update variant',
      refresh: keys.products,
    }),
    remove: useAction({
      run: () => api(variants.remove, { params: { id }, query: { permanent: 'true' } }),
      success: 'Variant deleted successfully',
      failure: 'Failed to delete variant',
      refresh: keys.products,
      undo: undo && (() => undo({ id })),
    }),
  }
}

/** To be told before unsold keys are shown. It fails with a toast. */
export function useShowKeys(id: number) {
  const api = useApi()
  return useAction({
    run: () => api(variants.keysShown, { params: { id } }),
    success: null,
    failure: 'Failed to show the keys',
    refresh: null,
  })
}

export function useAddVariant(productId: number) {
  const api = useApi()
  return useAction({
    run: async () => (await api(variants.create, { body: { ...newVariant, product_id: productId } }))?.data.id,
    success: 'New variant created successfully',
    failure: 'Failed to create new variant',
    refresh: keys.products,
  })
}

/** What the toast says, and how the keys differed where the host counts it. */
export function savedText(changes: KeyChanges | undefined): string {
  const counts = [
    [changes?.added, 'added'],
    [changes?.removed, 'removed'],
    [changes?.duplicates, changes?.duplicates === 1 ? 'duplicate' : 'duplicates'],
    [changes?.already_sold, 'already sold'],
    [changes?.elsewhere, 'in another variant'],
    [changes?.reserved_removed, 'reserved, removed unless paid for'],
  ] as const
  const told = counts.flatMap(([count, what]) => (count ? [`${formatCount(count)} ${what}`] : []))
  return ['Variant updated successfully', told.join(', ')].filter(Boolean).join(': ')
}
