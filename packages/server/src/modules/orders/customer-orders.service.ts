import * as repo from './customer-orders.repo.ts'

/**
 * What others ask about the orders of a customer, and what the search finds. A customer is known by the email in lower case. Amounts are in
 * cents, moments ISO 8601 in UTC, and each is one statement by an index.
 */

export type { BriefOrder, FoundCustomer } from './customer-orders.repo.ts'

/** The number of all orders of a customer, the first and the last moment, what was paid and what was refunded. */
export const sumOrdersOf = repo.sumOrders

/** The newest orders of a customer, newest first. */
export const listNewestOrdersOf = repo.listNewestOf

/** The newest keys that orders of a customer hold, newest first. Their values are secrets: views mask them. */
export const listNewestKeysOf = repo.listNewestKeysOf

/** The codes that a customer used in orders that were neither cancelled nor expired, with how often. */
export const listCouponsOf = repo.listCouponsOf

/** One order in short; undefined for an unknown id. */
export const findBriefOrder = repo.findBrief

/** Customers whose email has this beginning, in the order of the emails, each with the newest order. */
export const findCustomers = repo.findCustomers

/** Orders that a text may mean: by number, payment reference or the beginning of an email, in this order (docs/reference/search.md, Search). */
export const findOrders = repo.findOrders
