import {
  type KeyChanges,
  type VariantInput,
  type VariantSummary,
  keyChanges,
  newVariant,
  variant,
  variants,
  wrapped,
} from '@keydesk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useApi } from '../../../api/context.tsx'
import { queryKeys } from '../../../api/query-keys.ts'
import { orStale } from '../../../api/stale.ts'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { formatCount } from '../../../kit/text/format.ts'
import { useUndoDeletion } from '../../history/parts.tsx'
import { type VariantBase, variantToBase } from './form.ts'

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
    queryKey: queryKeys.variant(summary.id),
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
        if (answer === undefined) await queries.invalidateQueries({ queryKey: queryKeys.variant(id) })
        else queries.setQueryData(queryKeys.variant(id), toBase(answer.data))
        return answer?.meta
      },
      success: (changes) => savedText(changes),
      failure: 'Failed to update variant',
      refresh: queryKeys.products,
    }),
    remove: useAction({
      run: () => api(variants.remove, { params: { id }, query: { permanent: 'true' } }),
      success: 'Variant deleted successfully',
      failure: 'Failed to delete variant',
      refresh: queryKeys.products,
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
    refresh: queryKeys.products,
  })
}

/** What the toast says, and how the keys differed where the host counts it. */
function savedText(changes: KeyChanges | undefined): string {
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

type AnyKey = { readonly value?: unknown } | string | null

/** The keys of an answer. The contract's schema takes a third of a second for 100,000 keys, so only the list is checked. */
const anyKeys = z.custom<readonly AnyKey[]>(Array.isArray)

/** The contract's calls, with answers read lightly. A malformed list of keys is a failure, never an empty stock. */
const lightFind = { ...variants.find, response: wrapped(z.extend(variant, { keys: anyKeys })) }

/** Saving answers with all keys too. */
const lightUpdate = {
  ...variants.update,
  response: z.extend(lightFind.response, { meta: z.catch(z.optional(keyChanges), undefined) }),
}

const keyValue = (key: AnyKey): { readonly value: string } => ({ value: textOf(typeof key === 'object' ? key?.value : key) })

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
