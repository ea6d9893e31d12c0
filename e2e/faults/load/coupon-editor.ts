import type { Coupon } from '@keydesk/contract'
import { dataOf } from '../world.ts'
import { asAdmin, Saved, type Join } from './actor.ts'

/** Changes a coupon's limit, while sales count its uses. */
export const couponEditor =
  (coupon: Coupon): Join =>
  async (world) => {
    const limit = new Saved(coupon.max_usage)
    const { id, code, discount_type, discount_value, expiration_date } = coupon
    return {
      act: async () => {
        const max_usage = limit.sure + 1
        const input = { code, discount_type, discount_value, expiration_date, max_usage, max_usage_per_user: 0, applicable_to_all: true }
        return limit.change(max_usage, () => asAdmin(world, 'PUT', `/admin/coupons/${id}`, input))
      },
      check: async () => {
        const coupons = dataOf(await world.admin('GET', '/admin/coupons')) as Coupon[]
        limit.settle(coupons.find((one) => one.id === id)!.max_usage, `The limit of coupon ${id}`)
      },
    }
  }
