export { discordLogQuery } from './commands.ts'
export { botStatusQuery, discordSettingsQuery } from './data.ts'
export { DiscordPage } from './page.tsx'
