import { coupon, coupons, type Coupon, type CouponInput } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { orStale, toldOr } from '../../api/stale.ts'
import { useAction } from '../../kit/use-action.ts'
import { newestFirst } from './coupon-format.ts'

const query = { include_expired: 'true' }

export const couponsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.coupons,
    queryFn: async ({ signal }) => newestFirst((await api(coupons.list, { query }, { signal })).data),
  })

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
  const storedNow = toldOr(coupon, async () => (await api(coupons.list, { query })).data.find((one) => one.id === id))
  return useAction({
    run: (body: CouponInput) => orStale(api(coupons.update, { params: { id }, body }), storedNow),
    success: 'Coupon updated successfully',
    failure: { serverOr: 'Failed to update coupon' },
    refresh: keys.coupons,
  })
}

export function useCouponActions() {
  const api = useApi()
  const params = ({ id }: Coupon) => ({ params: { id } })
  return {
    remove: useAction({
      run: (row: Coupon) => api(coupons.remove, params(row)),
      success: 'Coupon deleted successfully',
      failure: 'Failed to delete coupon',
      refresh: keys.coupons,
    }),
    activate: useAction({
      run: (row: Coupon) => api(coupons.activate, params(row)),
      success: 'Coupon activated successfully',
      failure: 'Failed to activate coupon',
      refresh: keys.coupons,
    }),
    deactivate: useAction({
      run: (row: Coupon) => api(coupons.deactivate, params(row)),
      success: 'Coupon deactivated successfully',
      failure: 'Failed to deactivate coupon',
      refresh: keys.coupons,
    }),
  }
}
