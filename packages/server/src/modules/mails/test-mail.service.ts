import { mailKindNames, type MailDraft, type MailKind, type MailTest } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { stateOf } from '../orders/mail-list.service.ts'
import { awaitSettled, storeMessage } from '../outbox/outbox.service.ts'
import { requireUser } from '../users/users.service.ts'
import type { MailContent } from './letter.rules.ts'
import { readSample } from './mail-content.service.ts'
import { mailTarget, messageId, queue, requireMail } from './mail-messages.service.ts'

export const testEvent = 'mail.test'

/** A text that is not saved, with the data of a preview. */
export interface TestMail extends MailDraft {
  readonly to: string
  readonly content: MailContent
}

/**
 * Mails a text with the data of its preview to the caller, and waits up to 20 seconds for the outcome; then it still waits.
 * @throws 409 `mail_off`
 */
export async function sendTest(deps: Deps, caller: SignedIn, kind: MailKind, { subject, body }: MailDraft): Promise<MailTest> {
  const server = requireMail(deps)
  const { email } = await requireUser(deps, caller.userId)
  const content = await readSample(deps, caller, kind)
  const { id } = await transact(deps.db, async (tx) => {
    const at = deps.now()
    const mail: TestMail = { subject, body, to: email, content }
    const about = { target: mailTarget, event: testEvent, subject: '', idempotencyKey: messageId(server) } as const
    await recordActivity(tx, {
      actor: caller.actor,
      action: 'mail.tested',
      subject: { kind: 'mail', id: 1, name: mailKindNames[kind] },
      at,
    })
    return storeMessage(tx, queue, { ...about, body: mail, at })
  })
  const row = await awaitSettled(deps, 'mail', id)
  return { id, state: stateOf(row), reason: row.reason }
}
