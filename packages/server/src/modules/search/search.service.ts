import { limits, may, normalizeKey, orderIdOf, searchKinds, type Role, type SearchKind, type SearchResult } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { findKeys } from '../keys/keys.service.ts'
import { findCustomers, listExactly, listNewestByEmail } from '../orders/customer-orders.service.ts'
import { findReferralUsersByBeginning } from '../users/referral-users.service.ts'
import * as repo from './search.repo.ts'
import { atMostPerKind, inOrder, toCustomerResult, toKeyResult, toNamedResult, toOrderResult, toUserResult } from './search.rules.ts'
import { wordsToFind } from './words.repo.ts'

type Reads = (kind: SearchKind) => boolean

const allKinds = Object.keys(searchKinds) as SearchKind[]
const most = limits.foundPerKind

/**
 * What a text may mean, of the kinds that the role may read (docs/reference/search.md, Search): at most 8 of each kind, in the order of
 * `searchKinds`. Each query goes by an index.
 */
export async function searchEverything({ db }: Deps, role: Role | 'customer', q: string): Promise<SearchResult[]> {
  const reads: Reads = (kind) => may(role, searchKinds[kind])
  const text = q.toLowerCase()
  const isLetter = [...q].length === 1 && orderIdOf(q) === null
  const found = [
    ...(isLetter ? [] : await findExactly(db, role, reads, q)),
    ...(isLetter ? [] : await findByEmail(db, reads, text)),
    ...(await findByName(db, role, reads, text)),
  ]
  return inOrder(allKinds, atMostPerKind(found, most))
}

/** An order by its number or its payment reference, and a key by its value. */
async function findExactly(db: Deps['db'], role: Role | 'customer', reads: Reads, q: string): Promise<SearchResult[]> {
  const orders = reads('order') ? await listExactly(db, orderIdOf(q), q, most) : []
  const [key] = reads('key') ? await findKeys(db, { value: normalizeKey(q) }) : []
  return [...orders.map(toOrderResult), ...(key ? [toKeyResult(key, role)] : [])]
}

/** Customers, and their newest orders. No email has a blank. */
async function findByEmail(db: Deps['db'], reads: Reads, text: string): Promise<SearchResult[]> {
  if (/\s|^#/.test(text) || !(reads('customer') || reads('order'))) return []
  const customers = await findCustomers(db, text, most)
  if (customers.length === 0) return []
  const orders = reads('order') ? (await listNewestByEmail(db, text, most)).map(toOrderResult) : []
  return [...orders, ...(reads('customer') ? customers.map(toCustomerResult) : [])]
}

async function findByName(db: Deps['db'], role: Role | 'customer', reads: Reads, text: string): Promise<SearchResult[]> {
  const words = wordsToFind(text)
  const kinds = (['product', 'variant', 'coupon', 'announcement'] as const).filter((kind) => words.length > 0 && reads(kind))
  const things = (await repo.findNamed(db, kinds, words, most)).map(toNamedResult)
  const withEmails = may(role, 'customers:read')
  const users = reads('referral_user') ? await findReferralUsersByBeginning(db, text, { withEmails, limit: most }) : []
  return [...things, ...users.map((user) => toUserResult(user, withEmails))]
}
