import { accountRefusals, secondFactor, twoFactorDue, type AccountState, type TwoFactorSetup } from '@keydesk/contract'
import type { Origin, SignedIn } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError, conflict, ruleViolated } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import * as members from '../users/members.service.ts'
import { findByPassword, isUnchanged, requireGoodPassword, requireUser } from '../users/users.service.ts'
import { askForCode } from './auth.service.ts'
import { setPassword } from './passwords.service.ts'
import { endOtherSessions, endSessionsOf, startSession } from './sessions.service.ts'
import { countOwnAttempt } from './throttle.service.ts'
import { totpUri } from './totp.ts'
import * as twoFactor from './two-factor.service.ts'

/** Calls of members for their own account. Wrong passwords and codes count per session, so nobody else can use up the attempts. */

export async function findAccount(deps: Deps, { userId }: SignedIn): Promise<AccountState> {
  const { username, email, two_factor_required, referral_code } = await requireUser(deps, userId)
  const { since, recoveryCodesLeft } = await twoFactor.readTwoFactor(deps.db, userId)
  return {
    ...{ username, email, two_factor_since: since, recovery_codes_left: recoveryCodesLeft },
    two_factor_required: two_factor_required === 1,
    has_referral_code: referral_code !== null,
  }
}

/** @throws 422 for a wrong password, 409 if two-factor sign-in is on, 429 after too many failures */
export const setUpTwoFactor = (deps: Deps, caller: SignedIn, password: string): Promise<TwoFactorSetup> =>
  counted(deps, caller, async ({ userId, actor }) => {
    await requirePassword(deps, userId, 'password', password)
    const { username } = await requireUser(deps, userId)
    const secret = await transact(deps.db, (tx) => twoFactor.beginTwoFactor(tx, deps, userId, actor))
    const names = { issuer: deps.brandTitle, label: username }
    return { secret, label: `${names.issuer}: ${names.label}`, uri: totpUri(secret, names) }
  })

/**
 * Also ends the user's other sessions: they began without a code.
 * @throws 422 for a wrong code, 409 if two-factor sign-in is on or was not set up, 429 after too many failures
 */
export const enableTwoFactor = (deps: Deps, caller: SignedIn, code: string): Promise<string[]> =>
  counted(deps, caller, () =>
    transact(deps.db, async (tx) => {
      const codes = await twoFactor.enableTwoFactor(tx, deps, caller.userId, caller.actor, code)
      if (codes === undefined) throw wrongCode()
      await endOtherSessions(tx, caller, deps.now())
      return codes
    }),
  )

/** @throws 422 for a wrong password or code, 409 if two-factor sign-in is off or required, 429 after too many failures */
export const disableTwoFactor = (deps: Deps, caller: SignedIn, { password, code }: { password: string; code: string }): Promise<void> =>
  counted(deps, caller, async ({ userId }) => {
    await requirePassword(deps, userId, 'password', password)
    if ((await requireUser(deps, userId)).two_factor_required === 1)
      throw conflict('Your team requires two-factor sign-in, so it cannot be turned off', twoFactorDue)
    await withCode(deps, caller, code, (tx, { actor }) => twoFactor.disableTwoFactor(tx, deps, userId, actor))
  })

/** @throws 422 for a wrong code, 409 if two-factor sign-in is off, 429 after too many failures */
export const renewRecoveryCodes = (deps: Deps, caller: SignedIn, code: string): Promise<string[]> =>
  counted(deps, caller, () =>
    withCode(deps, caller, code, (tx, { userId, actor }) => twoFactor.renewRecoveryCodes(tx, deps, userId, actor)),
  )

interface PasswordChange {
  readonly current: string
  readonly next: string
  /** A two-factor code; blank for none. */
  readonly code: string
  /** The origin of the call, for the new session. */
  readonly origin: Origin
}

/**
 * Ends every session of the user and a mailed link, and returns the token of a new session.
 * @throws 422 for a wrong current password, or a missing or wrong code if two-factor sign-in is on; 400 for a new password that is too
 *   short, too long or blank; 429 after too many failures
 */
export const changePassword = (deps: Deps, caller: SignedIn, { current, next, code, origin }: PasswordChange): Promise<string> =>
  counted(deps, caller, async ({ userId, actor }) => {
    requireGoodPassword(next, 'new_password')
    const user = await requirePassword(deps, userId, 'current_password', current)
    const passwordHash = await deps.passwords.hash(next)
    return transact(deps.db, async (tx) => {
      if (!(await isUnchanged(tx, user))) throw wrongPassword('current_password')
      await requireCodeIfOn(tx, deps, caller, code)
      await setPassword(tx, deps, userId, passwordHash)
      const subject = { kind: 'member' as const, id: userId, name: user.username }
      await recordActivity(tx, { actor, action: 'administrator.password_changed', subject, at: deps.now() })
      return startSession(tx, deps, user, origin)
    })
  })

interface EmailChange {
  readonly email: string
  readonly password: string
  /** A two-factor code; blank for none. */
  readonly code: string
}

/**
 * Changes the email (docs/reference/sessions.md, Email). The sessions stay.
 * @throws 422 for a wrong password, or a missing or wrong code if two-factor sign-in is on; 409 for an email that is taken; 429 after too
 *   many failures
 */
export const changeEmail = (deps: Deps, caller: SignedIn, { email, password, code }: EmailChange): Promise<void> =>
  counted(deps, caller, async ({ userId, actor }) => {
    const user = await requirePassword(deps, userId, 'password', password)
    await transact(deps.db, async (tx) => {
      if (!(await isUnchanged(tx, user))) throw wrongPassword('password')
      await requireCodeIfOn(tx, deps, caller, code)
      await members.changeEmail(tx, deps, actor, user, email)
    })
  })

export const logoutEverywhere = (deps: Deps, { userId, actor }: SignedIn): Promise<void> =>
  transact(deps.db, async (tx) => {
    await endSessionsOf(tx, userId, deps.now())
    const subject = { kind: 'member' as const, id: userId, name: actor.name }
    await recordActivity(tx, { actor, action: 'administrator.logged_out_everywhere', subject, at: deps.now() })
  })

/** Counts an attempt, and undoes the count unless the password or code was wrong. */
async function counted<T>(deps: Deps, caller: SignedIn, work: (caller: SignedIn) => Promise<T>): Promise<T> {
  const forgive = await countOwnAttempt(deps, caller.sessionId)
  try {
    const done = await work(caller)
    await forgive(deps.db)
    return done
  } catch (error) {
    if (!(error instanceof AppError && guesses.includes(error.details.code))) await forgive(deps.db)
    throw error
  }
}

const guesses: readonly (string | undefined)[] = Object.values(accountRefusals)

async function withCode<T>(deps: Deps, caller: SignedIn, code: string, work: (tx: Db, caller: SignedIn) => Promise<T>): Promise<T> {
  return transact(deps.db, async (tx) => {
    const taken = await twoFactor.takeSecondFactor(tx, deps, caller.userId, caller.actor, code)
    if (taken === 'not_needed') throw conflict('Two-factor sign-in is off', 'two_factor_off')
    if (taken !== 'right') throw wrongCode(taken)
    return work(tx, caller)
  })
}

/** @throws 422 for a missing or wrong code if two-factor sign-in is on */
async function requireCodeIfOn(tx: Db, deps: Deps, { userId, actor }: SignedIn, code: string): Promise<void> {
  const taken = await twoFactor.takeSecondFactor(tx, deps, userId, actor, code)
  if (taken === 'missing') throw ruleViolated(askForCode, secondFactor.required, { code: askForCode })
  if (taken === 'wrong' || taken === 'used') throw wrongCode(taken)
}

async function requirePassword(deps: Deps, userId: number, field: string, password: string) {
  const user = await findByPassword(deps, userId, password)
  if (user === undefined) throw wrongPassword(field)
  return user
}

function wrongPassword(field: string) {
  const sentence = 'That password is not right.'
  return ruleViolated(sentence, accountRefusals.wrongPassword, { [field]: sentence })
}

/** @param taken the result of checking the code */
function wrongCode(taken: twoFactor.SecondFactor = 'wrong') {
  const sentence = taken === 'used' ? 'That code cannot be used again. Wait for the next one.' : 'That code is not right. Please try again.'
  return ruleViolated(sentence, accountRefusals.wrongCode, { code: sentence })
}
