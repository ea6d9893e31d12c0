import { discord } from '@keydesk/contract'

export const botStatus = discord.status
