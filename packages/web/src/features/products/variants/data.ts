import {
  type KeyChanges,
  type Product,
  type VariantInput,
  type VariantSummary,
  keyChanges,
  newVariant,
  variant,
  variants,
  wrapped,
} from '@keydesk/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useApi } from '../../../api/context.tsx'
import { ApiError, unreachable } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { orStale } from '../../../api/stale.ts'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { formatCount } from '../../../kit/text/format.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'
import { useUndoDeletion } from '../../history/parts.tsx'
import { orDeleted, refreshProductLists } from '../data.ts'
import { type VariantBase, variantToBase } from './form.ts'

type LightVariant = z.output<typeof lightFind.response>['data']
const toBase = (data: LightVariant): VariantBase => variantToBase({ ...data, keys: data.keys.map(keyValue) })

/** Fetches a variant with its keys. */
export function useFetchVariant() {
  const api = useApi()
  return async (id: number, signal?: AbortSignal): Promise<VariantBase> => {
    const { data } = await api(lightFind, { params: { id } }, { signal })
    return toBase(data)
  }
}

/** The whole variant, fetched when it is opened, unless the host sent the keys with the product. */
export function useVariant(summary: VariantSummary) {
  const fetchVariant = useFetchVariant()
  const inline = useMemo(() => (summary.keys === undefined ? undefined : variantToBase({ ...summary, keys: summary.keys })), [summary])
  const query = useQuery({
    queryKey: queryKeys.variant(summary.id),
    queryFn: ({ signal }) => fetchVariant(summary.id, signal),
    enabled: inline === undefined,
    // Up to 100,000 keys: too many to keep after closing, or to refetch on each window focus.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  return { inline, query }
}

interface Save {
  readonly body: VariantInput
  /** Called before anything is refetched, with the new version if the host has versions. */
  readonly onSaved: (version: number | undefined) => void
}

export function useVariantActions(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const isOwnHost = useIsOwnHost()
  const fetchVariant = useFetchVariant()
  const undo = useUndoDeletion('variant')
  // Fetched, so that the refusal need not carry 100,000 keys.
  const storedNow = async () => {
    const stored = await fetchVariant(id)
    queries.setQueryData(queryKeys.variant(id), stored)
    void queries.invalidateQueries({ queryKey: queryKeys.products })
    return stored
  }
  return {
    update: useAction({
      run: async ({ body, onSaved }: Save) => {
        const queryKey = queryKeys.variant(id)
        const answer = await orStale(api(lightUpdate, { params: { id }, body }), storedNow).catch((error: unknown) => {
          // It may be stored if no answer came. If it was refused, it may be deleted: then only its product says so.
          if (error instanceof ApiError && error.code === unreachable) void queries.invalidateQueries({ queryKey })
          throw error
        })
        onSaved(answer?.data.version)
        const before = queries.getQueryData<VariantBase>(queryKey)
        // The answer holds the stored keys, without duplicates and sold ones. It is refetched if the host answers nothing.
        const after = answer && toBase(answer.data)
        if (after === undefined) await queries.invalidateQueries({ queryKey })
        else queries.setQueryData(queryKey, after)
        // A foreign host may answer with anything, so there everything is refetched.
        if (!isOwnHost || answer === undefined) await queries.invalidateQueries({ queryKey: queryKeys.products })
        else storeInProduct(queries, answer.data, before?.low_stock_threshold !== after?.low_stock_threshold)
        return answer?.meta
      },
      success: (changes) => savedText(changes),
      failure: 'Failed to update variant',
      refresh: null,
      ifOutOfDate: queryKeys.products,
    }),
    remove: useAction({
      run: async ({ product_id }: Pick<VariantSummary, 'product_id'>) => {
        await orDeleted(api(variants.remove, { params: { id }, query: { permanent: 'true' } }))
        if (!isOwnHost) return queries.invalidateQueries({ queryKey: queryKeys.products })
        return changeVariants(queries, product_id, (all) => all.filter((one) => one.id !== id))
      },
      success: 'Variant deleted successfully',
      failure: 'Failed to delete variant',
      refresh: null,
      ifOutOfDate: queryKeys.products,
      undo: undo && (() => undo({ id })),
    }),
  }
}

/** Writes a saved variant into its product. The answer lacks `is_low` and `days_left`: if they may have changed, the product is refetched. */
function storeInProduct(queries: QueryClient, saved: LightVariant, isThresholdChanged: boolean): void {
  const { id, product_id, stock, is_draft } = saved
  const shown = queries.getQueryData<Product>(queryKeys.product(product_id))?.variants.find((one) => one.id === id)
  changeVariants(
    queries,
    product_id,
    (all) => all.map((one) => (one.id === id ? { ...one, ...toSummary(saved) } : one)),
    isThresholdChanged || shown?.stock !== stock || shown?.is_draft !== is_draft,
  )
  void queries.invalidateQueries({ queryKey: queryKeys.history('variant', id) })
}

/** Appends a new variant, unless a fetch of its product has brought it already. It has no stock and threshold, so it cannot be low. */
const addToProduct = (queries: QueryClient, added: LightVariant): void =>
  changeVariants(queries, added.product_id, (all) => [...all.filter(({ id }) => id !== added.id), toSummary(added)])

const toSummary = ({ id, product_id, name, price, stock, is_draft, version }: Omit<LightVariant, 'keys'>) => ({
  id,
  product_id,
  name,
  price,
  stock,
  is_draft,
  version,
})

type Variants = Product['variants']

function changeVariants(queries: QueryClient, productId: number, change: (all: Variants) => Variants, mustRefetch = false): void {
  const queryKey = queryKeys.product(productId)
  queries.setQueryData<Product>(queryKey, (product) => product && { ...product, variants: change(product.variants) })
  // The answer of a fetch in flight may be older than the change, so the fetch starts again.
  if (mustRefetch || queries.isFetching({ queryKey, exact: true }) > 0) void queries.invalidateQueries({ queryKey, exact: true })
  void refreshProductLists(queries)
}

/** Records that unsold keys are shown; call it before showing them. A failure shows a toast. */
export function useShowKeys(id: number) {
  const api = useApi()
  return useAction({
    run: () => api(variants.keysShown, { params: { id } }),
    success: null,
    failure: 'Failed to show the keys',
    refresh: null,
  })
}

/** Returns the id of the new variant if the host sends it. */
export function useAddVariant(productId: number) {
  const api = useApi()
  const queries = useQueryClient()
  const isOwnHost = useIsOwnHost()
  return useAction({
    run: async () => {
      const answer = await api(variants.create, { body: { ...newVariant, product_id: productId } })
      if (!isOwnHost || answer === undefined) await queries.invalidateQueries({ queryKey: queryKeys.products })
      else addToProduct(queries, answer.data)
      return answer?.data.id
    },
    success: 'New variant created successfully',
    failure: 'Failed to create new variant',
    refresh: null,
    ifOutOfDate: queryKeys.products,
  })
}

/** The text of the toast, with counts of changed keys if the host sends them. */
function savedText(changes: KeyChanges | undefined): string {
  const counts = [
    [changes?.added, 'added'],
    [changes?.removed, 'removed'],
    [changes?.duplicates, changes?.duplicates === 1 ? 'duplicate' : 'duplicates'],
    [changes?.already_sold, 'already sold'],
    [changes?.elsewhere, 'in another variant'],
    [changes?.reserved_removed, 'reserved, removed unless paid for'],
  ] as const
  const parts = counts.flatMap(([count, what]) => (count ? [`${formatCount(count)} ${what}`] : []))
  return ['Variant updated successfully', parts.join(', ')].filter(Boolean).join(': ')
}

type AnyKey = { readonly value?: unknown } | string | null

/** Checks only that the keys are a list: the contract's schema takes a third of a second for 100,000 keys. */
const anyKeys = z.custom<readonly AnyKey[]>(Array.isArray)

/** The contract's call with that light check. A malformed list of keys is a failure, never an empty stock. */
const lightFind = { ...variants.find, response: wrapped(z.extend(variant, { keys: anyKeys })) }

/** A save answers with all keys too. */
const lightUpdate = {
  ...variants.update,
  response: z.extend(lightFind.response, { meta: z.catch(z.optional(keyChanges), undefined) }),
}

const keyValue = (key: AnyKey): { readonly value: string } => ({ value: textOf(typeof key === 'object' ? key?.value : key) })

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
