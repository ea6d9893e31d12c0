import { mails } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { listMails, previewMail, saveSettings, saveTemplate } from './mails.service.ts'
import { readOrderMail, sendOrderMail } from './order-mails.service.ts'
import { sendTest } from './test-mail.service.ts'

export function mailRoutes(bind: Bind, deps: Deps): void {
  bind(mails.list, () => listMails(deps))
  bind(mails.save, async ({ params, body }, { caller }) => ({ data: await saveTemplate(deps, caller.actor, params.kind, body) }))
  bind(mails.saveSettings, async ({ body }, { caller }) => ({ data: await saveSettings(deps, caller.actor, body) }))
  bind(mails.preview, async ({ params, body }) => ({ data: await previewMail(deps, params.kind, body) }))
  bind(mails.test, async ({ params, body }, { caller }) => ({
    data: await sendTest(deps, caller.actor, caller.userId, params.kind, body),
  }))
  bind(mails.send, async ({ params, body }, { caller }) => ({ data: await sendOrderMail(deps, caller.actor, params.id, body) }))
  bind(mails.read, async ({ params }) => ({ data: await readOrderMail(deps, params.id, params.mail_id) }))
}
