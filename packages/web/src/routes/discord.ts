import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import { frameRoute } from './frame.ts'
import { settle, type ScreenInfo } from './root.ts'
import { pendingDiscord } from './skeletons.tsx'

export const discordHeader = { title: 'Discord', description: 'The bot that posts product news, and what it has posted.' }

const screen: ScreenInfo = { title: 'Discord', icon: MessageSquare, permission: 'discord:read' }
const code = () => orCodeError(import('../features/discord/index.ts'))

export const discordRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/discord',
  staticData: { screen },
  loader: async ({ context }) => {
    if (!context.may(screen.permission)) return
    const { botStatusQuery, discordSettingsQuery, notificationLogsQuery } = await code()
    const { queries, client } = context
    await settle([
      queries.ensureQueryData(botStatusQuery(client.api)),
      queries.ensureQueryData(discordSettingsQuery(client.api)),
      queries.ensureQueryData(notificationLogsQuery(client.api)),
    ])
  },
  pendingComponent: pendingDiscord(discordHeader),
  component: lazyRouteComponent(code, 'DiscordPage'),
})
