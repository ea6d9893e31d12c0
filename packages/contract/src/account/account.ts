import * as z from 'zod/mini'
import { code, passwordText } from './auth.ts'
import { endpoint, wrapped } from '../endpoint.ts'
import { emailText, freeText } from '../fields.ts'
import { newPassword } from './new-password.ts'
import { count, flag, moment, text } from '../tolerant.ts'

/** The signed-in member's own account. It is always the caller's: no id is sent. */

/** A wrong password or code in these calls is 422 with one of these; a 401 would say that the session has ended. */
export const accountRefusals = { wrongPassword: 'wrong_password', wrongCode: 'two_factor_invalid' } as const

export const accountState = z.object({
  username: text,
  email: text,
  /** When two-factor sign-in was turned on; null while it is off. */
  two_factor_since: moment,
  recovery_codes_left: count,
  /** An owner requires it, so it cannot be turned off. */
  two_factor_required: flag,
  /** The member is a user of the storefront, too, which finds them by their email. */
  has_referral_code: flag,
})
export type AccountState = z.infer<typeof accountState>

export const twoFactorSetup = z.object({
  /** Base32, to type where a camera cannot read the QR code. */
  secret: z.string(),
  /** The name of the entry in the authenticator app. */
  label: z.string(),
  /** The content of the QR code. */
  uri: z.string(),
})
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>

/** Shown once; only their hashes are stored. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const setUpTwoFactorInput = z.object({ password: passwordText('Password') })
export const codeInput = z.object({ code })
export const disableTwoFactorInput = z.object({ password: passwordText('Password'), code })

export const changePasswordInput = z.object({
  current_password: passwordText('Current password'),
  new_password: newPassword('New password'),
  /** Required if two-factor sign-in is on; ignored otherwise. */
  code: z.optional(freeText('Code', 100)),
})

export const changeEmailInput = z.object({
  email: emailText('Email'),
  password: passwordText('Password'),
  /** Required if two-factor sign-in is on; ignored otherwise. */
  code: z.optional(freeText('Code', 100)),
})

const path = '/auth/two-factor'
export const account = {
  find: endpoint({
    method: 'GET',
    path: '/auth/account',
    access: 'staff',
    ownAccount: true,
    summary: "The signed-in member's account",
    beyondSpec: true,
    response: wrapped(accountState),
  }),
  setUpTwoFactor: endpoint({
    method: 'POST',
    path: `${path}/setup`,
    access: 'staff',
    ownAccount: true,
    summary: 'Begin two-factor sign-in: a new secret, which does nothing until it is enabled with a code',
    beyondSpec: true,
    body: setUpTwoFactorInput,
    response: wrapped(twoFactorSetup),
  }),
  enableTwoFactor: endpoint({
    method: 'POST',
    path: `${path}/enable`,
    access: 'staff',
    ownAccount: true,
    summary: 'Turn two-factor sign-in on with a first code; answers the recovery codes',
    beyondSpec: true,
    body: codeInput,
    response: wrapped(recoveryCodes),
  }),
  disableTwoFactor: endpoint({
    method: 'POST',
    path: `${path}/disable`,
    access: 'staff',
    ownAccount: true,
    summary: 'Turn two-factor sign-in off',
    beyondSpec: true,
    body: disableTwoFactorInput,
    response: wrapped(z.null()),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: `${path}/recovery-codes`,
    access: 'staff',
    ownAccount: true,
    summary: 'New recovery codes in place of the old ones',
    beyondSpec: true,
    body: codeInput,
    response: wrapped(recoveryCodes),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    access: 'staff',
    ownAccount: true,
    summary: 'Change the password, with a code where two-factor sign-in is on: ends every session and answers the token of a new one',
    beyondSpec: true,
    body: changePasswordInput,
    response: wrapped(z.object({ token: z.string() })),
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/auth/email',
    access: 'staff',
    ownAccount: true,
    summary: 'Change the email, with the password, and a code where two-factor sign-in is on',
    beyondSpec: true,
    body: changeEmailInput,
    response: wrapped(z.null()),
  }),
}
