import { setProjections } from './modules/activity/activity.service.ts'
import { projectToDiscord } from './modules/discord/projector.service.ts'

/** What follows from recorded events. Called wherever the services' deps are put together. */
export const wireProjections = (): void => setProjections([projectToDiscord])
