import type { MailServer } from './deps.ts'
import { setProjections } from './modules/activity/activity.service.ts'
import { projectToDiscord } from './modules/discord/projector.service.ts'
import { projectToMails } from './modules/mails/mail-messages.service.ts'
import { projectToSearch } from './modules/search/words.service.ts'
import { projectToWebhooks } from './modules/webhooks/webhook-messages.service.ts'

/**
 * Connects projections to recorded events. Called wherever deps are built.
 * @param mail null if nothing is mailed
 */
export const wireProjections = (mail: MailServer | null): void =>
  setProjections([projectToDiscord, projectToSearch, projectToWebhooks, ...(mail === null ? [] : [projectToMails(mail)])])
