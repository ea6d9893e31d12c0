import { setProjections } from './modules/activity/activity.service.ts'
import { projectToDiscord } from './modules/discord/projector.service.ts'
import { projectToSearch } from './modules/search/words.service.ts'
import { projectToWebhooks } from './modules/webhooks/webhook-messages.service.ts'

/** Connects projections to recorded events. Called wherever deps are built. */
export const wireProjections = (): void => setProjections([projectToDiscord, projectToSearch, projectToWebhooks])
