import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import type { Permission } from '../team/permissions.ts'
import { id, listOf, text } from '../tolerant.ts'

/** What a search finds, in this order, each with the permission to see it (docs/reference/search.md). */
export const searchKinds = {
  order: 'orders:read',
  key: 'keys:lookup',
  customer: 'customers:read',
  product: 'products:read',
  variant: 'products:read',
  coupon: 'coupons:read',
  referral_user: 'referrals:read',
  announcement: 'announcements:read',
} as const satisfies Readonly<Record<string, Permission>>
export type SearchKind = keyof typeof searchKinds

export const searchInput = z.object({ q: requiredText('q', limits.keyLength) })

export const searchResult = z.object({
  /** One of `searchKinds`. */
  kind: text,
  /** For a customer: the id of their newest order. */
  id,
  /** For a key: its masked value. */
  title: text,
  detail: text,
  /** Where the web app shows it. */
  path: text,
})
export type SearchResult = z.infer<typeof searchResult>

export const search = {
  find: endpoint({
    method: 'POST',
    path: '/admin/search',
    access: 'staff',
    reads: true,
    summary: 'Everything that a text may mean, at most 8 of a kind',
    beyondSpec: true,
    body: searchInput,
    response: wrapped(listOf(searchResult)),
  }),
}
