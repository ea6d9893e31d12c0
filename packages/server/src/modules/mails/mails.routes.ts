import { mails } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { listMails, previewMail, saveTemplate } from './mails.service.ts'
import { readOrderMail, sendOrderMail } from './order-mails.service.ts'
import { sendTest } from './test-mail.service.ts'

export function mailRoutes(bind: Bind, deps: Deps): void {
  bind(mails.list, () => listMails(deps))
  bind(mails.save, async ({ params, body }, { caller }) => ({ data: await saveTemplate(deps, caller.actor, params.kind, body) }))
  bind(mails.preview, async ({ params, body }, { caller }) => ({ data: await previewMail(deps, caller, params.kind, body) }))
  bind(mails.test, async ({ params, body }, { caller }) => ({ data: await sendTest(deps, caller, params.kind, body) }), { isLong: true })
  bind(mails.send, async ({ params, body }, { caller }) => ({ data: await sendOrderMail(deps, caller, params.id, body) }))
  bind(mails.read, async ({ params }, { caller }) => ({ data: await readOrderMail(deps, caller, params.id, params.mail_id) }))
}
