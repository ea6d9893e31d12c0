import type { LoadScreen } from '../../api/screen-load.ts'
import { botStatusQuery } from './bot-status-data.ts'
import { discordSettingsQuery, notificationLogsQuery } from './discord-data.ts'

export { DiscordPage as Page } from './discord-page.tsx'

export const load: LoadScreen = ({ queries, client: { api } }) => [
  queries.ensureQueryData(botStatusQuery(api)),
  queries.ensureQueryData(discordSettingsQuery(api)),
  queries.ensureQueryData(notificationLogsQuery(api)),
]
