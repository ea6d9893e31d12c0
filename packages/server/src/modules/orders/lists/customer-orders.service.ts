import * as repo from './customer-orders.repo.ts'

/**
 * Queries about the orders of a customer for other modules and the search. A customer is identified by the email in lower case. Amounts are
 * in cents, moments ISO 8601 in UTC. Each is one statement that uses an index.
 */

export type { BriefOrder, FoundCustomer } from './customer-orders.repo.ts'
export { customerKeyOf } from '../orders.rules.ts'

/** For all orders of a customer: how many, the first and the last moment, the amounts paid and refunded. */
export const sumOrdersOf = repo.sumOrders

/** The newest orders of a customer, newest first. */
export const listNewestOrdersOf = repo.listNewestOf

/** The newest keys that orders of a customer hold, newest first. Their values are secrets: views mask them. */
export const listNewestKeysOf = repo.listNewestKeysOf

/** The coupon codes that a customer used in orders that were neither cancelled nor expired, with the number of uses. */
export const listCouponsOf = repo.listCouponsOf

/** The short form of an order; undefined for an unknown id. */
export const findBriefOrder = repo.findBrief

/** Customers whose email has this prefix, in the order of the emails, each with the newest order. */
export const findCustomers = repo.findCustomers

/** Orders that match a text by number, payment reference or email prefix, in this order (docs/reference/search.md, Search). */
export const findOrders = repo.findOrders
