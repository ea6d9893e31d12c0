import { coupon, coupons, type Coupon, type CouponInput } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../api/error.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { useAction } from '../../kit/use-action.ts'
import { newestFirst } from './coupon-format.ts'

const query = { include_expired: 'true' }

export function useCoupons() {
  const api = useApi()
  return useQuery({
    queryKey: keys.coupons,
    queryFn: async ({ signal }) => newestFirst((await api(coupons.list, { query }, { signal })).data),
  })
}

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
  return useAction({
    run: (body: CouponInput) => api(coupons.update, { params: { id }, body }),
    success: 'Coupon updated successfully',
    failure: { serverOr: 'Failed to update coupon' },
    refresh: keys.coupons,
  })
}

/** After a stale save: the refusal brings the coupon as it is now; where it does not, the list is asked. */
export function useStoredCoupon(id: number) {
  const api = useApi()
  return async ({ current }: ApiError): Promise<Coupon | null> => {
    const told = coupon.safeParse(current)
    if (told.success) return told.data
    const list = await api(coupons.list, { query }).catch(() => null)
    return list?.data.find((one) => one.id === id) ?? null
  }
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
