import type { Coupon, CouponInput } from '@keydesk/contract'
import type { TestApp } from '../../testing.ts'
import { dataOf } from './catalogue.ts'

/** A coupon of 10 % off everything, for a month. */
export const tenOff: CouponInput = {
  ...{ code: 'TEN', discount_type: 'percentage', discount_value: 10, expiration_date: '2030-02-01T00:00:00.000Z' },
  ...{ max_usage: 0, max_usage_per_user: 0, applicable_to_all: true, applicable_products: [] },
}

export const makeCoupon = async (app: TestApp, input: Partial<CouponInput> = {}): Promise<Coupon> =>
  dataOf(await app.call('POST', '/admin/coupons', { ...tenOff, ...input })) as Coupon
