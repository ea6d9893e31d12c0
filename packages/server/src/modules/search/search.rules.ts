import { centsToDollars, formatUsd, groupThousands, maskKey, type SearchKind, type SearchResult } from '@keydesk/contract'
import type { FoundKey } from '../keys/keys.service.ts'
import type { BriefOrder } from '../orders/lists/customer-orders.service.ts'
import type { ReferralUserRow } from '../users/referral-users.service.ts'

export interface NamedRow {
  readonly kind: string
  readonly id: number
  readonly name: string
  readonly detail: string
  /** The product of a variant, else 0. */
  readonly parent_id: number
  /** Of a coupon. Other things have 0 and ''. */
  readonly is_active: number
  readonly discount_type: string
  readonly discount_hundredths: number
}

/** The result for a thing that was found by its name. */
export function toNamedResult(row: NamedRow): SearchResult {
  const { kind, id, name, detail, parent_id } = row
  const shown = { kind, id, title: name }
  if (kind === 'product') return { ...shown, detail, path: `/products/${id}` }
  if (kind === 'variant')
    return { ...shown, detail: `${groupThousands(detail)} in stock`, path: `/products/${parent_id}?variant=${id}#variant-${id}` }
  if (kind === 'coupon') return { ...shown, detail: discountText(row), path: `/coupons?q=${encodeURIComponent(name)}` }
  return { ...shown, detail: '', path: `/notifications?q=${encodeURIComponent(name)}` }
}

type FoundUser = Pick<ReferralUserRow, 'id' | 'username' | 'email' | 'referral_code'>

export const toUserResult = ({ id, username, email, referral_code }: FoundUser, withEmail: boolean): SearchResult => ({
  ...{ kind: 'referral_user', id, title: username, path: `/referrals?q=${encodeURIComponent(username)}` },
  detail: withEmail ? `${email} ${referral_code}` : `${referral_code}`,
})

function discountText({ is_active, discount_type, discount_hundredths }: NamedRow): string {
  const amount = discount_type === 'percentage' ? `${discount_hundredths / 100}%` : formatUsd(centsToDollars(discount_hundredths))
  const text = discount_type === 'free_license' ? 'Free' : amount
  return is_active === 1 ? text : `${text}, inactive`
}

export const toOrderResult = (
  { id, external_number, customer_email, status, total_cents }: BriefOrder,
  withAmount: boolean,
): SearchResult => ({
  ...{
    kind: 'order',
    id,
    title: external_number === null ? `#${id}` : `#${id}, imported as ${external_number}`,
    path: `/purchases/orders?order=${id}`,
  },
  detail: [customer_email, status, ...(withAmount ? [formatUsd(centsToDollars(total_cents))] : [])].join(', '),
})

/** An order identifies its customer, so that no URL contains an email. */
export const toCustomerResult = ({ id, customer_email }: Pick<BriefOrder, 'id' | 'customer_email'>): SearchResult => ({
  ...{ kind: 'customer', id, title: customer_email, path: `/purchases/orders?customer=order-${id}` },
  detail: `Last order #${id}`,
})

/** Links to its order if the caller may read it, else to its variant. */
export function toKeyResult(key: FoundKey, readsOrders: boolean): SearchResult {
  const { id, value, state, order_id, product_id, variant_id, product_name, variant_name, variant_deleted_at } = key
  const variant = `${product_name} - ${variant_name}${variant_deleted_at === null ? '' : ' (deleted)'}`
  const where = order_id === null ? state : `${state}, order #${order_id}`
  const isOrder = order_id !== null && readsOrders
  const path = isOrder ? `/purchases/orders?order=${order_id}` : `/products/${product_id}?variant=${variant_id}#variant-${variant_id}`
  return { kind: 'key', id, title: maskKey(value), detail: `${variant}, ${where}`, path }
}

/** Each thing once, and at most this many of each kind. */
export function atMostPerKind(results: readonly SearchResult[], most: number): SearchResult[] {
  const kinds = new Map<string, Map<number, SearchResult>>()
  for (const result of results) {
    const found = kinds.get(result.kind) ?? new Map<number, SearchResult>()
    kinds.set(result.kind, found)
    if (found.size < most && !found.has(result.id)) found.set(result.id, result)
  }
  return [...kinds.values()].flatMap((found) => [...found.values()])
}

/** Results in the order of `searchKinds`. */
export const inOrder = (kinds: readonly SearchKind[], results: readonly SearchResult[]): SearchResult[] =>
  kinds.flatMap((kind) => results.filter((result) => result.kind === kind))

/** Per name. Nobody types more than this. */
const mostWords = 40
const longestWord = 40

/**
 * The words of a name for storing and searching (docs/reference/search.md): lower case, in Unicode's compatibility form, without the
 * characters between them.
 */
export function wordsOf(name: string): string[] {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  // A character may have two halves; PostgreSQL does not store one of them.
  return [...new Set(words.map((word) => word.slice(0, longestWord).toWellFormed()))].slice(0, mostWords)
}

/** The words of a search, the longest first: the fewest names contain it. */
export const wordsToFind = (text: string): string[] => wordsOf(text).toSorted((one, other) => other.length - one.length)
