import {
  defaultMails,
  mailKindNames,
  mailKinds,
  type MailDraft,
  type MailKind,
  type Mails,
  type MailSettings,
  type MailSettingsInput,
  type MailTemplateInput,
  type RenderedMail,
  type StoredMailTemplate,
} from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps, MailSender, MailServer } from '../../deps.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import { renderLetter } from './letter-views.rules.ts'
import { inOneLine, writeLetter } from './letter.rules.ts'
import { readSample } from './mail-content.service.ts'
import * as repo from './mails.repo.ts'

/** Every kind of mail with its text, and the settings that all have in common. */
export async function listMails(deps: Deps): Promise<Mails> {
  const rows = new Map((await repo.listTemplates(deps.db)).map((row) => [row.kind, row]))
  return { data: mailKinds.map((kind) => toTemplate(kind, rows.get(kind))), meta: await readSettings(deps.db, deps) }
}

/** Changes the text of a kind of mail, or turns it on or off. Mails that wait leave with the new text. */
export async function saveTemplate(deps: Deps, actor: Actor, kind: MailKind, input: MailTemplateInput): Promise<StoredMailTemplate> {
  return transact(deps.db, async (tx) => {
    const before = toTemplate(kind, await repo.findTemplate(tx, kind))
    const row = { kind, enabled: input.enabled ? 1 : 0, subject: input.subject, body: input.body } as const
    await repo.putTemplate(tx, row)
    const after = toTemplate(kind, row)
    await record(tx, deps, actor, 'mail.updated', mailKindNames[kind], differences(toSaid(before), toSaid(after)))
    return after
  })
}

/** Changes the name of the sender and where answers go. */
export async function saveSettings(deps: Deps, actor: Actor, input: MailSettingsInput): Promise<MailSettings> {
  return transact(deps.db, async (tx) => {
    const { shop_name, reply_to } = await readSettings(tx, deps)
    await repo.putSettings(tx, input)
    await record(tx, deps, actor, 'mail.settings_updated', 'All mails', differences({ shop_name, reply_to }, { ...input }))
    return readSettings(tx, deps)
  })
}

/** A text with the data of the newest order that fits; its keys are masked. */
export async function previewMail(deps: Deps, kind: MailKind, draft: MailDraft): Promise<RenderedMail> {
  const { letter } = writeLetter(draft, await readSample(deps, kind), nameOf(await readSettings(deps.db, deps)))
  return renderLetter(letter)
}

/** The text that a kind of mail has now. */
export async function readTemplate(db: Db, kind: MailKind): Promise<MailDraft> {
  return toTemplate(kind, await repo.findTemplate(db, kind))
}

/** Who sends, and where answers go ('' for the sender). */
export async function readSender(db: Db, deps: Deps, { from }: MailServer): Promise<{ from: MailSender; replyTo: string }> {
  const settings = await readSettings(db, deps)
  return { from: { name: nameOf(settings), address: from.address }, replyTo: settings.reply_to }
}

const nameOf = ({ shop_name, default_name }: MailSettings): string => inOneLine(shop_name || default_name)

async function readSettings(db: Db, { mail, brandTitle }: Deps): Promise<MailSettings> {
  const { shop_name, reply_to } = (await repo.findSettings(db)) ?? { shop_name: '', reply_to: '' }
  const default_name = mail?.from.name || brandTitle
  return { is_configured: mail !== null, from: mail?.from.address ?? '', shop_name, default_name, reply_to }
}

function toTemplate(kind: MailKind, row: repo.TemplateRow | undefined): StoredMailTemplate {
  const standard = defaultMails[kind]
  const { enabled, subject, body } = row ?? { enabled: 1, ...standard }
  return { kind, enabled: enabled === 1, subject, body, is_default: subject === standard.subject && body === standard.body }
}

/** For the history. */
const toSaid = ({ enabled: mailed, subject, body }: StoredMailTemplate) => ({ mailed, subject, body })

async function record(
  tx: Db,
  deps: Deps,
  actor: Actor,
  action: 'mail.updated' | 'mail.settings_updated',
  name: string,
  changes: ReturnType<typeof differences>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  // A template has no number.
  await recordActivity(tx, { actor, action, subject: { kind: 'mail', id: 1, name }, changes, at: deps.now() })
}
