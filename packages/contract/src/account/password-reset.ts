import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { emailText, requiredText } from '../fields.ts'
import { newPassword } from './new-password.ts'
import { flag } from '../tolerant.ts'

/** A new password by a mailed link (docs/reference/sessions.md, Forgotten passwords). Separate from `auth`, which every screen loads. */

export const forgotPasswordInput = z.object({ email: emailText('Email') })

export const resetPasswordInput = z.object({ token: requiredText('Link', 200), password: newPassword('Password') })

const forgotPath = '/auth/forgot-password'
export const passwordReset = {
  find: endpoint({
    method: 'GET',
    path: forgotPath,
    access: 'public',
    summary: 'Whether links for a new password can be mailed',
    beyondSpec: true,
    response: wrapped(z.object({ is_mailed: flag })),
  }),
  ask: endpoint({
    method: 'POST',
    path: forgotPath,
    access: 'public',
    summary: 'Mail a link for a new password to a member. The answer is the same for every address',
    beyondSpec: true,
    body: forgotPasswordInput,
    status: 202,
    response: wrapped(z.null()),
  }),
  reset: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Set a new password with the token of a mailed link, and end all sessions',
    beyondSpec: true,
    body: resetPasswordInput,
    response: wrapped(z.null()),
  }),
}
