import { centsToDollars, dollarsToCents, formatUsd, type store } from '@keydesk/contract'
import type { Answer, HandlerInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, ruleViolated } from '../../errors.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import { insertPayout } from './payouts.repo.ts'
import { randomReferralCode } from './referral-code.ts'
import * as repo from './referral-users.repo.ts'
import { requireReferralUser } from './referral-users.service.ts'

export type NewStoreUser = HandlerInput<typeof store.createUser>['body']
export type StoreUser = Answer<typeof store.createUser>['data']
export type NewPayout = HandlerInput<typeof store.createPayout>['body']
export type StorePayout = Answer<typeof store.createPayout>['data']

/**
 * Creates a referral user with a generated code. A known address answers its existing user, whatever the name (docs/reference/referrals.md,
 * Users).
 * @throws 409 for somebody else's name, and for the address of an administrator who was never a user of the storefront
 */
export async function createStoreUser(tx: Db, deps: Deps, actor: Actor, { username, email }: NewStoreUser): Promise<StoreUser> {
  const keys = { username_key: username.toLowerCase(), email_key: email.toLowerCase() }
  const known = await findKnownUser(tx, keys)
  if (known !== undefined) return toStoreUser(known)
  const at = deps.now()
  const row = {
    ...{ username, email, ...keys, role: 'customer' as const, password_hash: null, created_at: at.toISOString() },
    ...{ referral_enabled: 1, ...(await generateCode(tx)) },
  }
  const made = await repo.insertReferralUser(tx, row)
  // Another call created the user at this moment: now the address is known, or the name is taken.
  if (made === undefined) return toStoreUser((await findKnownUser(tx, keys)) ?? refuse(usernameTaken))
  const changes = {
    username: { before: null, after: username },
    email: { before: null, after: email },
    referral_code: { before: null, after: row.referral_code },
  }
  await recordActivity(tx, { actor, action: 'referral_user.created', subject: { kind: 'user', id: made.id, name: username }, changes, at })
  return toStoreUser(made)
}

/**
 * Creates a pending payout, whose amount leaves the open balance.
 * @throws 404, 400 for less than a cent, 422 `referrals_disabled` for a user whose referrals are disabled, 409 `insufficient_balance` for
 *   more than the open balance
 */
export async function createPayout(tx: Db, deps: Deps, actor: Actor, userId: number, input: NewPayout): Promise<StorePayout> {
  const amount_cents = dollarsToCents(input.amount)
  if (amount_cents <= 0) throw invalid('Amount must be greater than 0', { amount: 'Amount must be greater than 0' })
  const user = await requireReferralUser(tx, userId)
  if (user.referral_enabled === 0)
    throw ruleViolated('Referrals are disabled for this user, who cannot ask for a payout', 'referrals_disabled')
  const open = Math.max(0, openCents(user))
  if (amount_cents > open) throw conflict(`Only ${formatUsd(centsToDollars(open))} is available`, 'insufficient_balance')
  const at = deps.now()
  const { wallet_type, wallet_address } = input
  const { id, status, created_at } = await insertPayout(tx, {
    ...{ user_id: userId, amount_cents, wallet_type, wallet_address },
    ...{ status: 'pending' as const, transaction_id: null, created_at: at.toISOString() },
  })
  await repo.addToPaidOut(tx, userId, amount_cents)
  const changes = creation({ user_id: userId, amount: input.amount, wallet_type, wallet_address, status })
  await recordActivity(tx, { actor, action: 'payout.created', subject: { kind: 'payout', id, name: user.username }, changes, at })
  return { id, user_id: userId, amount: centsToDollars(amount_cents), wallet_type, wallet_address, status, created_at }
}

const usernameTaken = 'This username is already in use'

/** The user with this address, or undefined if name and address are free. */
async function findKnownUser(tx: Db, { username_key, email_key }: { username_key: string; email_key: string }) {
  const users = await repo.listUsersNamed(tx, [username_key, email_key])
  const owner = users.find((user) => user.email_key === email_key)
  if (owner !== undefined && owner.referral_code !== null) return owner
  const administrators = users.filter((user) => user.role !== 'customer')
  // An administrator signs in with either, so neither may be ambiguous.
  if (owner !== undefined || administrators.some((user) => user.username_key === email_key)) refuse('This email is already in use')
  if (users.some((user) => user.username_key === username_key) || administrators.some((user) => user.email_key === username_key)) {
    refuse(usernameTaken)
  }
  return undefined
}

function refuse(sentence: string): never {
  throw conflict(sentence)
}

async function generateCode(tx: Db): Promise<{ referral_code: string; referral_code_key: string }> {
  for (;;) {
    const referral_code = randomReferralCode()
    const referral_code_key = referral_code.toLowerCase()
    if (await repo.claimCode(tx, referral_code_key, null)) return { referral_code, referral_code_key }
  }
}

/** Earned and not paid out; below 0 if an order was refunded after its commission was paid out. */
const openCents = (user: repo.ReferralUserRow): number => user.commission_cents - user.paid_out_cents

const toStoreUser = (user: repo.ReferralUserRow): StoreUser => ({
  ...{ id: user.id, username: user.username, email: user.email, referral_code: user.referral_code },
  referral_enabled: user.referral_enabled === 1,
  balance: centsToDollars(openCents(user)),
})
