import { resetFragment } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { Deps, MailServer } from '../../deps.ts'
import type { OutboxRow } from '../outbox/outbox.service.ts'
import { makeResetLink } from '../users/password-resets.service.ts'
import type { Letter } from './letter.rules.ts'
import { askedSubject, storeAskedMail } from './mail-messages.service.ts'

export const passwordResetEvent = 'mail.password_reset'

/** Somebody asked for a new password of the member with this address. */
interface PasswordReset {
  readonly to: string
}

/**
 * Mails a link for a new password (docs/reference/sessions.md, Forgotten passwords). Who has the address is looked up when the mail is sent,
 * so that the call takes the same time for every address.
 */
export async function mailPasswordReset(deps: Deps, server: MailServer, to: string): Promise<void> {
  const body: PasswordReset = { to }
  await storeAskedMail(deps, server, { event: passwordResetEvent, subject: askedSubject('password', to), body })
}

/**
 * The mail, to the address as the member has it: the typed one may differ from it in a way that another mail server takes for another
 * mailbox. Null if there is no such member, or it is too late.
 */
export async function writePasswordReset(
  tx: Db,
  deps: Deps,
  { body, idempotency_key: request, created_at: at }: OutboxRow,
  shop: string,
): Promise<{ to: string; letter: Letter; link: string } | null> {
  const { to: email } = JSON.parse(body!) as PasswordReset
  const made = await makeResetLink(tx, deps, { email, request, at })
  if (made === null) return null
  const { user, token, endsAt } = made
  const link = `${deps.publicUrl()}/login${resetFragment}${token}`
  const letter: Letter = {
    subject: `A new password for ${user.username}`,
    shop,
    blocks: [
      { is: 'text', text: `Somebody, probably you, asked for a new password of ${user.username} in the back office of ${shop}.` },
      { is: 'link', url: link, text: 'Set a new password' },
      { is: 'text', text: `The link works once, until ${endsAt.slice(11, 16)} UTC. It ends every session of the account.` },
      { is: 'text', text: 'If it was not you, ignore this mail: nothing has changed, and nobody else has received the link.' },
    ],
  }
  return { to: user.email, letter, link }
}
