import { component, docs, innerObject, versionText } from '../describe.ts'
import { coupon, couponDryRun, couponInput, couponUsage, coupons, discountTypes, newCouponInput } from './coupons.ts'

const inputFields = {
  discount_value: 'Percent, or US dollars.',
  expiration_date: 'When it stops working.',
  starts_at: 'Null for one that holds from the beginning. A save that leaves it out keeps it.',
  max_usage: '0 means unlimited.',
  max_usage_per_user: '0 means unlimited.',
  applicable_to_all: 'True if it applies to every product; `applicable_products` does not count then.',
  applicable_products: 'The ids of the products that it applies to.',
  version: versionText,
}

export const couponsDocs = docs(coupons, {
  about: 'Coupons: who may use them, for what, until when.',
  calls: {
    dryRun:
      'As if every customer could have used the coupon on all of these days: its own dates, its uses so far and the discounts of the orders do not count. Nothing is stored.',
  },
  query: {
    include_expired: 'Whether coupons past their date are listed.',
    status:
      'Only coupons in this state. A coupon has the first of `expired`, `used_up`, `scheduled` (it starts later), `inactive` and `active` that holds.',
  },
  components: {
    Coupon: component(
      coupon,
      'A coupon and how often it was used.',
      {
        discount_value: 'Percent, or US dollars.',
        expiration_date: 'When it stops working.',
        starts_at: 'Null for one that holds from the beginning. A save that leaves it out keeps it.',
        max_usage: '0 means unlimited.',
        max_usage_per_user: '0 means unlimited.',
        current_usage: 'How many orders use it, pending ones included.',
        applicable_to_all: 'True if it applies to every product; `applicable_products` does not count then.',
        applicable_products: 'The ids of the products that it applies to.',
        is_active: 'False while it is deactivated.',
        version: versionText,
      },
      { discount_type: discountTypes },
    ),
    CouponUsage: component(couponUsage, 'What a coupon brought and cost. Completed orders only.', {
      uses: 'Completed orders with the coupon.',
      revenue: 'US dollars.',
      discount: 'What the coupon took off, less the share of refunded units, in US dollars.',
      by_day: 'The days of the period.',
    }),
    CouponDay: component(innerObject(couponUsage.shape.by_day), 'What a coupon brought and cost on one day.', {
      day: '`YYYY-MM-DD` in `time_zone`.',
      uses: 'Completed orders with the coupon.',
      revenue: 'US dollars.',
      discount: 'What the coupon took off, less the share of refunded units, in US dollars.',
    }),
    CouponInput: component(couponInput, 'A coupon as it is saved.', inputFields),
    NewCouponInput: component(newCouponInput, 'A coupon as it is created or tried.', inputFields),
    CouponDryRun: component(couponDryRun, 'What a coupon would have done to the orders of a period.', {
      orders: 'Orders that were completed in these days.',
      applied: 'To how many of them it would have applied.',
      cost: 'What it would have taken off, in US dollars.',
      lowest_total:
        'The least that one of them would have cost, of those that cost something without the coupon, in US dollars; null where it applied to none.',
      revenue: 'US dollars.',
    }),
  },
})
