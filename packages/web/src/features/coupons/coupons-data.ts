import { coupon, coupons, type Coupon, type CouponInput } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ListApi } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { listQuery, removeRow, replaceRow, type ListRequest } from '../../api/list-query.ts'
import { orStale, toldOr } from '../../api/stale.ts'
import { useAction } from '../../kit/use-action.ts'
import { useUndoDeletion } from '../history/history-parts-data.tsx'

const everyCoupon = { include_expired: 'true' }

export const couponsQuery = (list: ListApi, request: ListRequest = {}) =>
  listQuery(keys.coupons, request, (page, signal) => list(coupons.list, { query: { ...everyCoupon, ...page } }, { signal }))

export function useCreateCoupon() {
  const api = useApi()
  return useAction({
    run: (body: CouponInput) => api(coupons.create, { body }),
    success: 'Coupon created successfully',
    failure: { serverOr: 'Failed to create coupon' },
    refresh: keys.coupons,
  })
}

export function useUpdateCoupon(id: number) {
  const api = useApi()
  const store = useStoreCoupon()
  const storedNow = toldOr(coupon, async () => (await api(coupons.list, { query: everyCoupon })).data.find((one) => one.id === id))
  return useAction({
    run: async (body: CouponInput) => store(await orStale(api(coupons.update, { params: { id }, body }), storedNow)),
    success: 'Coupon updated successfully',
    failure: { serverOr: 'Failed to update coupon' },
    refresh: null,
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
        removeRow(queries, keys.coupons, row.id)
      },
      success: 'Coupon deleted successfully',
      failure: 'Failed to delete coupon',
      refresh: null,
      undo: useUndoDeletion('coupon'),
    }),
    activate: useAction({
      run: async (row: Coupon) => store(await api(coupons.activate, params(row))),
      success: 'Coupon activated successfully',
      failure: 'Failed to activate coupon',
      refresh: null,
    }),
    deactivate: useAction({
      run: async (row: Coupon) => store(await api(coupons.deactivate, params(row))),
      success: 'Coupon deactivated successfully',
      failure: 'Failed to deactivate coupon',
      refresh: null,
    }),
  }
}

/** Puts an answer into the list. A foreign host need not answer with the coupon: then the list is fetched. */
function useStoreCoupon() {
  const queries = useQueryClient()
  return async (answer: { readonly data: Coupon } | undefined): Promise<void> => {
    if (answer === undefined || answer.data.code === '') await queries.invalidateQueries({ queryKey: keys.coupons })
    else replaceRow(queries, keys.coupons, answer.data)
  }
}
