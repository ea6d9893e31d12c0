import { randomInt } from 'node:crypto'
import { centsToDollars, type Answer, type HandlerInput, type store } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import * as repo from './referral-users.repo.ts'
import { openCents } from './referral-users.service.ts'
import { keyOf } from './users.service.ts'

export type NewStoreUser = HandlerInput<typeof store.createUser>['body']
export type StoreUser = Answer<typeof store.createUser>['data']

/**
 * Creates a referral user with a generated code. For a known email, returns its existing user, whatever the name
 * (docs/reference/referrals.md, Users).
 * @throws 409 for another user's name, and for the email of a member who never was a storefront user
 */
export async function createStoreUser(tx: Db, deps: Deps, actor: Actor, { username, email }: NewStoreUser): Promise<StoreUser> {
  const keys = { username_key: keyOf(username), email_key: keyOf(email) }
  const known = await findKnownUser(tx, keys)
  if (known !== undefined) return toStoreUser(known)
  const at = deps.now()
  const row = {
    ...{ username, email, ...keys, role: 'customer' as const, password_hash: null, created_at: at.toISOString() },
    ...{ referral_enabled: 1, ...(await generateCode(tx)) },
  }
  const made = await repo.insertReferralUser(tx, row)
  // A concurrent call created a user: now the email is known, or the name is taken.
  if (made === undefined) return toStoreUser((await findKnownUser(tx, keys)) ?? refuse(usernameTaken))
  const changes = creation({ username, email, referral_code: row.referral_code })
  await recordActivity(tx, { actor, action: 'referral_user.created', subject: { kind: 'user', id: made.id, name: username }, changes, at })
  return toStoreUser(made)
}

const usernameTaken = 'This username is already in use'

/** The user with this email, or undefined if name and email are free. Refuses a name or email that is taken. */
async function findKnownUser(tx: Db, { username_key, email_key }: { username_key: string; email_key: string }) {
  const users = await repo.listUsersNamed(tx, [username_key, email_key])
  const owner = users.find((user) => user.email_key === email_key)
  if (owner !== undefined && owner.referral_code !== null) return owner
  const members = users.filter((user) => user.role !== 'customer')
  // A member signs in with either, so neither may be ambiguous.
  if (owner !== undefined || members.some((user) => user.username_key === email_key)) refuse('This email is already in use')
  if (users.some((user) => user.username_key === username_key) || members.some((user) => user.email_key === username_key)) {
    refuse(usernameTaken)
  }
  return undefined
}

function refuse(sentence: string): never {
  throw conflict(sentence)
}

/** Omits characters that are easily confused: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY'

/** A code of 8 characters, one of 78 billion: too many to guess. */
const randomReferralCode = (): string => Array.from({ length: 8 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

async function generateCode(tx: Db): Promise<{ referral_code: string; referral_code_key: string }> {
  for (;;) {
    const referral_code = randomReferralCode()
    const referral_code_key = referral_code.toLowerCase()
    if (await repo.claimCode(tx, referral_code_key, null)) return { referral_code, referral_code_key }
  }
}

const toStoreUser = (user: repo.ReferralUserRow): StoreUser => ({
  ...{ id: user.id, username: user.username, email: user.email, referral_code: user.referral_code },
  referral_enabled: user.referral_enabled === 1,
  balance: centsToDollars(openCents(user)),
})
