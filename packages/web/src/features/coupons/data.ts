import { type Coupon, type CouponInput, type CouponState, type Product, coupon, coupons } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Api, ListApi } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { type ListRequest, listQuery, removeRow, storeRow } from '../../api/list-query.ts'
import { orStale, currentOrFetch } from '../../api/stale.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { compareTexts, hasWords } from '../../kit/table/column.ts'
import { useUndoDeletion } from '../history/parts.tsx'
import { unnamed } from './format.ts'

const everyCoupon = { include_expired: 'true' }

/** The lists with a filter. */
const filtered = [...queryKeys.coupons, 'filtered']

/** @param status only coupons in this state */
export const couponsQuery = (list: ListApi, request: ListRequest = {}, status?: CouponState) =>
  listQuery(status === undefined ? queryKeys.coupons : [...filtered, status], request, (page, signal) =>
    list(coupons.list, { query: { ...everyCoupon, ...(status !== undefined && { status }), ...page } }, { signal }),
  )

/** A coupon, also an expired one; undefined if there is none. */
export const findCoupon = async (api: Api, id: number): Promise<Coupon | undefined> =>
  (await api(coupons.list, { query: everyCoupon })).data.find((one) => one.id === id)

export function useCreateCoupon() {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    // The dialog closes, and forgets its draft, without waiting for the list.
    run: (body: CouponInput) =>
      api(coupons.create, { body }).finally(() => void queries.invalidateQueries({ queryKey: queryKeys.coupons })),
    success: 'Coupon created successfully',
    failure: { serverOr: 'Failed to create coupon' },
    refresh: null,
  })
}

export function useUpdateCoupon(id: number) {
  const api = useApi()
  const store = useStoreCoupon()
  const storedNow = currentOrFetch(
    coupon,
    () => findCoupon(api, id),
    (data) => store({ data }),
  )
  return useAction({
    run: async (body: CouponInput) => store(await orStale(api(coupons.update, { params: { id }, body }), storedNow)),
    success: 'Coupon updated successfully',
    failure: { serverOr: 'Failed to update coupon' },
    refresh: null,
    ifOutOfDate: queryKeys.coupons,
  })
}

export function useCouponActions() {
  const api = useApi()
  const queries = useQueryClient()
  const store = useStoreCoupon()
  const params = ({ id }: Coupon) => ({ params: { id } })
  return {
    remove: useAction({
      run: async (row: Coupon) => {
        await api(coupons.remove, params(row))
        removeRow(queries, queryKeys.coupons, row.id)
      },
      success: 'Coupon deleted successfully',
      failure: 'Failed to delete coupon',
      refresh: null,
      ifOutOfDate: queryKeys.coupons,
      undo: useUndoDeletion('coupon'),
    }),
    activate: useAction({
      run: async (row: Coupon) => store(await api(coupons.activate, params(row))),
      success: 'Coupon activated successfully',
      failure: 'Failed to activate coupon',
      refresh: null,
      ifOutOfDate: queryKeys.coupons,
    }),
    deactivate: useAction({
      run: async (row: Coupon) => store(await api(coupons.deactivate, params(row))),
      success: 'Coupon deactivated successfully',
      failure: 'Failed to deactivate coupon',
      refresh: null,
      ifOutOfDate: queryKeys.coupons,
    }),
  }
}

/** Writes a saved coupon into the cached lists, and refetches those with a filter: its state may be another one now. */
function useStoreCoupon() {
  const queries = useQueryClient()
  return async (answer: { readonly data: Coupon } | undefined): Promise<void> => {
    await storeRow(queries, queryKeys.coupons, answer?.data, 'code')
    await queries.invalidateQueries({ queryKey: filtered })
  }
}

interface Choice {
  readonly id: number
  readonly name: string
  /** False for a deleted product that the coupon still names. */
  readonly isKnown: boolean
}

/**
 * Every product by its name, after chosen products that are deleted: those can only be removed.
 * @param names product names that the host sent with the coupon
 */
export function choicesOf(
  products: readonly Pick<Product, 'id' | 'name'>[],
  chosen: readonly number[],
  names: Readonly<Record<string, string>> = {},
): Choice[] {
  const listed = new Set(products.map(({ id }) => id))
  const deleted = chosen.filter((id) => !listed.has(id)).map((id) => ({ id, name: names[id] ?? unnamed(id), isKnown: false }))
  const existing = products.map(({ id, name }) => ({ id, name, isKnown: true }))
  return [...deleted, ...existing.toSorted((a, b) => compareTexts(a.name, b.name))]
}

export const searchChoices = (choices: readonly Choice[], typed: string): readonly Choice[] =>
  choices.filter(({ name }) => hasWords(name, typed))
