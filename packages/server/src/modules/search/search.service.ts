import { limits, normalizeKey, orderIdOf, searchKinds, type SearchKind, type SearchResult, searchedText } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { findKey } from '../keys/keys.service.ts'
import { findCustomers, findOrders } from '../orders/lists/customer-orders.service.ts'
import { findReferralUsersByBeginning } from '../users/referral-users.service.ts'
import * as repo from './search.repo.ts'
import {
  atMostPerKind,
  inOrder,
  toCustomerResult,
  toKeyResult,
  toNamedResult,
  toOrderResult,
  toUserResult,
  wordsToFind,
} from './search.rules.ts'

type Caller = Pick<SignedIn, 'permissions'>
type Reads = (kind: SearchKind) => boolean

const allKinds = Object.keys(searchKinds) as SearchKind[]
const most = limits.foundPerKind

/**
 * What a text may mean, among the kinds that the caller may read (docs/reference/search.md, Search): at most 8 of each kind, in the order of
 * `searchKinds`. Each query uses an index.
 */
export async function searchEverything({ db }: Deps, caller: Caller, q: string): Promise<SearchResult[]> {
  const reads: Reads = (kind) => caller.permissions.includes(searchKinds[kind])
  const text = q.toLowerCase()
  const isLetter = [...q].length === 1 && orderIdOf(q) === null
  const found = [
    ...(isLetter ? [] : await findExactly(db, caller, reads, q)),
    ...(isLetter ? [] : await findByEmail(db, reads, q)),
    ...(await findByName(db, caller, reads, text, { byEmail: !isLetter })),
  ]
  return inOrder(allKinds, atMostPerKind(found, most))
}

/** Orders by number, payment reference or email, and a key by its value. */
async function findExactly(db: Deps['db'], caller: Caller, reads: Reads, q: string): Promise<SearchResult[]> {
  const text = searchedText(q)
  const clues = { id: orderIdOf(text), number: text, reference: q, prefix: emailIn(text) }
  const orders = reads('order') ? await findOrders(db, clues, most) : []
  const key = reads('key') ? await findKey(db, { value: normalizeKey(q) }) : undefined
  return [
    ...orders.map((order) => toOrderResult(order, caller.permissions.includes('amounts:read'))),
    ...(key ? [toKeyResult(key, caller.permissions.includes('orders:read'))] : []),
  ]
}

async function findByEmail(db: Deps['db'], reads: Reads, q: string): Promise<SearchResult[]> {
  const email = emailIn(searchedText(q))
  return email === null || !reads('customer') ? [] : (await findCustomers(db, email, most)).map(toCustomerResult)
}

/** The text as a prefix of an email, in lower case; null if it cannot be one. No email contains whitespace. */
const emailIn = (q: string): string | null => (/\s|^#/.test(q) ? null : q.toLowerCase())

async function findByName(
  db: Deps['db'],
  caller: Caller,
  reads: Reads,
  text: string,
  { byEmail }: { byEmail: boolean },
): Promise<SearchResult[]> {
  const words = wordsToFind(text)
  const kinds = (['product', 'variant', 'coupon', 'announcement'] as const).filter((kind) => words.length > 0 && reads(kind))
  const things = (await repo.findNamed(db, kinds, words, most)).map(toNamedResult)
  const withEmails = caller.permissions.includes('customers:read')
  const search = { withEmails: withEmails && byEmail, limit: most }
  const users = reads('referral_user') ? await findReferralUsersByBeginning(db, searchedText(text), search) : []
  return [...things, ...users.map((user) => toUserResult(user, withEmails))]
}
