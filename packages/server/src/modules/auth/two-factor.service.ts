import type { ActivityAction } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import { seal, unseal } from '../../sealed-text.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import { makeTotpSecret, readTotpCode, totpStep } from './totp.ts'
import * as repo from './two-factor.repo.ts'

/** Two-factor sign-in of one user. Each step runs in the caller's transaction and records activity, never a secret. */

/** Binds a sealed secret to its user: it cannot be opened from another user's row. */
const purposeOf = (userId: number): string => `two-factor secret of user ${userId}`

export interface TwoFactorState {
  /** ISO 8601 in UTC; null while it is off. */
  readonly since: string | null
  readonly recoveryCodesLeft: number
}

export async function readTwoFactor(db: Db, userId: number): Promise<TwoFactorState> {
  const row = await repo.findTwoFactor(db, userId)
  return { since: row?.enabled_at ?? null, recoveryCodesLeft: await repo.countRecoveryCodes(db, userId) }
}

/** When two-factor sign-in was turned on (ISO 8601 in UTC), by user id, for each of these users who has it on. */
export async function listTwoFactorSince(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return new Map((await repo.listEnabled(db, userIds)).map(({ user_id, enabled_at }) => [user_id, enabled_at]))
}

/** How many users have two-factor sign-in on with a secret that cannot be read with this APP_SECRET. */
export async function countUnreadableTwoFactor({ db, secrets }: Deps): Promise<number> {
  return (await repo.listSecrets(db)).filter((row) => open(secrets, row) === null).length
}

/**
 * Creates a pending secret, which `enableTwoFactor` puts into use.
 * @throws 409 if two-factor sign-in is on
 */
export async function beginTwoFactor(tx: Db, deps: Deps, userId: number, actor: Actor): Promise<string> {
  const secret = makeTotpSecret()
  if (!(await repo.savePendingSecret(tx, userId, seal(deps.secrets.encryption, purposeOf(userId), secret)))) throw alreadyOn()
  await record(tx, deps, userId, actor, 'administrator.two_factor_set_up')
  return secret
}

/**
 * Turns two-factor sign-in on with the first code of the pending secret. Returns the recovery codes, or undefined for a wrong code.
 * @throws 409 if it is already on, or no secret is pending
 */
export async function enableTwoFactor(tx: Db, deps: Deps, userId: number, actor: Actor, typed: string): Promise<string[] | undefined> {
  const row = await repo.lockTwoFactor(tx, userId)
  if (row === undefined) throw conflict('Set up the authenticator app first', 'two_factor_not_set_up')
  if (row.enabled_at !== null) throw alreadyOn()
  if ((await takeTotpCode(tx, deps, row, typed)) !== 'right') return undefined
  await repo.enableTwoFactor(tx, userId, deps.now().toISOString())
  const codes = await makeCodes(tx, userId)
  await record(tx, deps, userId, actor, 'administrator.two_factor_enabled')
  return codes
}

/** Replaces the recovery codes. The caller checks that two-factor sign-in is on. */
export async function renewRecoveryCodes(tx: Db, deps: Deps, userId: number, actor: Actor): Promise<string[]> {
  const codes = await makeCodes(tx, userId)
  await record(tx, deps, userId, actor, 'administrator.recovery_codes_renewed')
  return codes
}

/** Turns two-factor sign-in off, or deletes a pending secret. Does nothing if there is neither. */
export async function disableTwoFactor(tx: Db, deps: Deps, userId: number, actor: Actor): Promise<void> {
  if (await repo.deleteTwoFactor(tx, userId)) await record(tx, deps, userId, actor, 'administrator.two_factor_disabled')
}

/** `used` means that the code is correct, but it or a newer one was used before. */
export type SecondFactor = 'not_needed' | 'missing' | 'wrong' | 'used' | 'right'

/** Accepts an authenticator code or a recovery code. Each works once, even in concurrent attempts. */
export async function takeSecondFactor(tx: Db, deps: Deps, userId: number, actor: Actor, typed: string): Promise<SecondFactor> {
  const row = await repo.lockTwoFactor(tx, userId)
  if (row === undefined || row.enabled_at === null) return 'not_needed'
  if (typed.trim() === '') return 'missing'
  const taken = await takeTotpCode(tx, deps, row, typed)
  if (taken !== 'wrong') return taken
  if (!(await repo.useRecoveryCode(tx, userId, hashRecoveryCode(typed)))) return 'wrong'
  await record(tx, deps, userId, actor, 'administrator.recovery_code_used')
  return 'right'
}

async function takeTotpCode(tx: Db, deps: Deps, row: repo.TwoFactorRow, typed: string): Promise<'wrong' | 'used' | 'right'> {
  const code = readTotpCode(typed)
  if (code === null) return 'wrong'
  const secret = open(deps.secrets, row)
  if (secret === null) {
    deps.log.warn({ user: row.user_id }, 'a two-factor secret cannot be read: was it sealed with another APP_SECRET?')
    return 'wrong'
  }
  const step = totpStep(secret, code, deps.now())
  if (step === null) return 'wrong'
  return (await repo.takeStep(tx, row.user_id, step)) ? 'right' : 'used'
}

const open = ({ encryption }: Deps['secrets'], { user_id, secret }: Pick<repo.TwoFactorRow, 'user_id' | 'secret'>): string | null =>
  unseal(encryption, purposeOf(user_id), secret)

async function makeCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = makeRecoveryCodes()
  await repo.replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
  return codes
}

const alreadyOn = () => conflict('Two-factor sign-in is already on', 'two_factor_on')

const record = (tx: Db, deps: Deps, userId: number, actor: Actor, action: ActivityAction): Promise<void> =>
  recordActivity(tx, { actor, action, subject: { kind: 'member', id: userId }, at: deps.now() })
