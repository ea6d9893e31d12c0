/** What a filter offers. This file has no schemas, so that reading an address does not load them. */

export const orderStatuses = ['pending', 'completed', 'cancelled', 'expired', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The filter of the orders. A partly refunded order has the status `completed`, and a filter of its own. */
export const orderStates = [...orderStatuses, 'partly_refunded'] as const
export type OrderState = (typeof orderStates)[number]

export const payoutStatuses = ['pending', 'completed', 'failed'] as const
/** The filter of the payouts. */
export const payoutFilters = [...payoutStatuses, 'all'] as const
export type PayoutFilter = (typeof payoutFilters)[number]

/** Whether a coupon can be used: the first of these that holds. `couponStateOf` decides. */
export const couponStates = ['expired', 'used_up', 'scheduled', 'inactive', 'active'] as const
export type CouponState = (typeof couponStates)[number]

/** Days of the sales chart. */
export const chartDays = [7, 30, 90, 365] as const

/** What a period can be the beginning of. */
export const calendarUnits = ['month', 'quarter', 'year'] as const
export type CalendarUnit = (typeof calendarUnits)[number]

/** The calendar periods that can be chosen by name. */
export const namedPeriods = ['this_month', 'last_month', 'this_quarter', 'this_year'] as const
export type NamedPeriod = (typeof namedPeriods)[number]
