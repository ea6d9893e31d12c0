import {
  defaultMails,
  mailKindNames,
  mailKinds,
  type MailDraft,
  type MailKind,
  type Mails,
  type MailTemplateInput,
  type RenderedMail,
  type StoredMailTemplate,
} from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { SignedIn } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import { findRetries } from '../outbox/outbox.service.ts'
import { logoAddress, readFace } from '../shop/shop.service.ts'
import { renderLetter } from './letter-views.rules.ts'
import { writeLetter } from './letter.rules.ts'
import { readSample } from './mail-content.service.ts'
import { mailTarget, queue } from './mail-messages.service.ts'
import * as repo from './mails.repo.ts'

/** Every kind of mail with its text, and what waits because the mail server did not take it. */
export async function listMails(deps: Deps): Promise<Mails> {
  const rows = new Map((await repo.listTemplates(deps.db)).map((row) => [row.kind, row]))
  const { count, since, reason } = await findRetries(deps.db, { channel: queue.name, target: mailTarget })
  const retries = since === null || reason === null ? null : { count, since, reason }
  return { data: mailKinds.map((kind) => toTemplate(kind, rows.get(kind))), meta: { is_configured: deps.mail !== null, retries } }
}

/** Changes the text of a kind of mail, or turns it on or off; what is left out stays. Mails that wait leave with the new text. */
export async function saveTemplate(deps: Deps, actor: Actor, kind: MailKind, input: MailTemplateInput): Promise<StoredMailTemplate> {
  return transact(deps.db, async (tx) => {
    await repo.lockTemplate(tx, kind)
    const before = toTemplate(kind, await repo.findTemplate(tx, kind))
    const next = { ...before, ...input }
    const row = { kind, enabled: next.enabled ? 1 : 0, subject: next.subject, body: next.body } as const
    await repo.putTemplate(tx, row)
    const after = toTemplate(kind, row)
    const changes = differences(toSaid(before), toSaid(after))
    if (Object.keys(changes).length > 0) {
      // A template has no number.
      const subject = { kind: 'mail' as const, id: 1, name: mailKindNames[kind] }
      await recordActivity(tx, { actor, action: 'mail.updated', subject, changes, at: deps.now() })
    }
    return after
  })
}

/** A text with the data of the newest order that fits; its keys are masked. */
export async function previewMail(deps: Deps, caller: SignedIn, kind: MailKind, draft: MailDraft): Promise<RenderedMail> {
  const face = await readFace(deps.db, deps)
  const { letter } = writeLetter(draft, await readSample(deps, caller, kind), face.name)
  return renderLetter(letter, logoAddress(deps, face.logoFile))
}

/** The text that a kind of mail has now. */
export async function readTemplate(db: Db, kind: MailKind): Promise<MailDraft> {
  return toTemplate(kind, await repo.findTemplate(db, kind))
}

function toTemplate(kind: MailKind, row: repo.TemplateRow | undefined): StoredMailTemplate {
  const standard = defaultMails[kind]
  const { enabled, subject, body } = row ?? { enabled: 1, ...standard }
  return { kind, enabled: enabled === 1, subject, body, is_default: subject === standard.subject && body === standard.body }
}

/** For the history. */
const toSaid = ({ enabled: mailed, subject, body }: StoredMailTemplate) => ({ mailed, subject, body })
