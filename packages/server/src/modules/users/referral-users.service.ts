import { centsToDollars, type PageMeta, type ReferralSettings, type ReferralUser } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { SignedIn } from '../../caller.ts'
import type { PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../errors.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import * as repo from './referral-users.repo.ts'

export type { ReferralUserRow } from './referral-users.repo.ts'

/**
 * Users with a code, newest first unless another order is requested. Their totals are stored, not counted. A role that may not see
 * customers gets no emails, and cannot search or sort by them (docs/reference/referrals.md, Lists).
 */
export async function listReferralUsers(
  deps: Deps,
  caller: Pick<SignedIn, 'permissions'>,
  { user_id: id, q = '', ...request }: PageRequest & { readonly user_id?: number; readonly q?: string },
): Promise<{ data: ReferralUser[]; meta?: PageMeta }> {
  const withEmails = caller.permissions.includes('customers:read')
  const page = await repo.listReferralUsers(deps.db, { id, text: q.toLowerCase(), withEmails }, request)
  return { data: page.rows.map((row) => asSeenBy(caller, toReferralUser(row))), meta: request.limit === undefined ? undefined : page.meta }
}

/** Removes the email for people who may not see customers. */
export const asSeenBy = ({ permissions }: Pick<SignedIn, 'permissions'>, user: ReferralUser): ReferralUser =>
  permissions.includes('customers:read') ? user : { ...user, email: null }

/**
 * Enables or disables a user and sets the rates in percent. A rate that is left out returns to the default (docs/reference/referrals.md,
 * Rates). Existing orders keep their rates.
 * @throws 404
 */
export async function saveSettings(deps: Deps, actor: Actor, id: number, input: ReferralSettings): Promise<ReferralUser> {
  return transact(deps.db, async (tx) => {
    const stored = await requireReferralUser(tx, id)
    const next = {
      referral_enabled: Number(input.enabled),
      custom_commission_hundredths: hundredthsOf(input.custom_commission),
      custom_discount_hundredths: hundredthsOf(input.referral_discount),
    }
    const changes = differences(settingsOf(stored), settingsOf({ ...stored, ...next }))
    if (Object.keys(changes).length === 0) return toReferralUser(stored)
    const saved = await repo.updateReferralUser(tx, id, next)
    const subject = { kind: 'user' as const, id, name: stored.username }
    await recordActivity(tx, { actor, action: 'referral_user.settings_saved', subject, changes, at: deps.now() })
    return toReferralUser(saved)
  })
}

/**
 * Replaces the code of a user, stored as typed. The old code stops working.
 * @throws 404, 409 for a code of another user, ignoring case
 */
export async function setCustomCode(deps: Deps, actor: Actor, id: number, code: string): Promise<string> {
  return transact(deps.db, async (tx) => {
    const stored = await requireReferralUser(tx, id)
    if (stored.referral_code === code) return code
    if (!(await repo.claimCode(tx, code.toLowerCase(), id))) {
      throw new AppError('conflict', 'This code is already taken', { fields: { code: 'This code is already taken' } })
    }
    await repo.updateReferralUser(tx, id, { referral_code: code, referral_code_key: code.toLowerCase() })
    const changes = { referral_code: { before: stored.referral_code, after: code } }
    const subject = { kind: 'user' as const, id, name: stored.username }
    await recordActivity(tx, { actor, action: 'referral_user.code_changed', subject, changes, at: deps.now() })
    return code
  })
}

/**
 * A user with a referral code, by default locked until the transaction ends. A member has a code only if they were a storefront
 * user before.
 * @throws 404
 */
export async function requireReferralUser(db: Db, id: number, { lock = true } = {}): Promise<repo.ReferralUserRow> {
  const user = await repo.findReferralUser(db, id, { lock })
  if (user === undefined) throw notFound('User')
  return user
}

/** Users with a referral code in the order of their ids, locked until the transaction ends, so that two transactions cannot deadlock. */
export const lockReferralUsers = (tx: Db, ids: readonly number[]): Promise<repo.ReferralUserRow[]> => repo.lockReferralUsers(tx, ids)

/** A user with a referral code. */
export const findReferralUser = (db: Db, id: number): Promise<repo.ReferralUserRow | undefined> => repo.findReferralUser(db, id)

/** A user with a referral code, by email in lower case. */
export const findReferralUserByEmail = repo.findByEmail

/** The user with a referral code, ignoring case, whose referrals are enabled. */
export const findReferrer = (db: Db, code: string): Promise<repo.ReferralUserRow | undefined> => repo.findReferrer(db, code.toLowerCase())

/** Users with a code whose name, code or email starts with a text in lower case. A user may occur several times. */
export const findReferralUsersByBeginning = repo.findByBeginning

/** Adds to the totals of a referral user: referrals, completed ones, and commission in cents. Negative numbers subtract. */
export const addToFigures = repo.addToFigures

/** Adds cents to the payouts of a user. A negative amount undoes a payout. */
export const addToPaidOut = repo.addToPaidOut

/**
 * The settings of a referral user, by their names in the history.
 * @throws 404
 */
export async function readReferralSettings(deps: Deps, id: number): Promise<ReferralSettingsRow> {
  const row = await requireReferralUser(deps.db, id, { lock: false })
  return { ...settingsOf(row), referral_code: row.referral_code }
}

type ReferralSettingsRow = ReturnType<typeof settingsOf> & { readonly referral_code: string | null }

type Settings = Pick<repo.ReferralUserRow, 'referral_enabled' | 'custom_commission_hundredths' | 'custom_discount_hundredths'>

const settingsOf = (row: Settings) => ({
  enabled: row.referral_enabled === 1,
  custom_commission: percentOf(row.custom_commission_hundredths),
  referral_discount: percentOf(row.custom_discount_hundredths),
})

const toReferralUser = (row: repo.ReferralUserRow): ReferralUser => ({
  ...{ id: row.id, username: row.username, email: row.email, referral_code: row.referral_code },
  referral_enabled: row.referral_enabled === 1,
  commission_rate: percentOf(row.custom_commission_hundredths),
  referral_discount: percentOf(row.custom_discount_hundredths),
  referral_stats: {
    total_referrals: row.total_referrals,
    completed_referrals: row.completed_referrals,
    total_commission: centsToDollars(row.commission_cents),
  },
  balance: centsToDollars(openCents(row)),
})

/** Earnings of a user that are not paid out, in cents. Negative if an order was refunded after its commission was paid out. */
export const openCents = (user: repo.ReferralUserRow): number => user.commission_cents - user.paid_out_cents

const percentOf = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)
const hundredthsOf = (percent: number | undefined): number | null => (percent === undefined ? null : Math.round(percent * 100))
