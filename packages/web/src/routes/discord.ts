import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { orCodeError } from '../kit/feedback/code-error.ts'
import type { ListedColumn } from './columns.ts'
import { frameRoute } from './frame.ts'
import { loadingScreen, waitForQueries, type ScreenInfo } from './root.ts'

export const discordHeader = { title: 'Discord', description: 'The bot that posts product news, and what it has posted.' }

/** The shape of the logs. `features/discord/logs.tsx` fills it. */
export const logColumns = {
  type: { title: 'Type', share: 2, priority: 'high' },
  status: { title: 'Status', width: 5.5, priority: 'high' },
  channel: { title: 'Channel ID', priority: 'low' },
  message: { title: 'Message ID', priority: 'low' },
  sent: { title: 'Sent At', width: 12 },
  error: { title: 'Error', share: 2 },
  actions: { title: 'Actions', hideTitle: true, isActions: true, width: 4, needs: 'discord:write' },
} as const satisfies Record<string, ListedColumn>

const screen: ScreenInfo = { title: 'Discord', icon: MessageSquare, letter: 'b', permission: 'discord:read' }
const code = () => orCodeError(import('../features/discord/index.ts'))

export const discordRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/discord',
  staticData: { screen },
  loader: async ({ context }) => {
    if (!context.may(screen.permission)) return
    const { botStatusQuery, discordSettingsQuery, discordLogQuery } = await code()
    const { queries, client } = context
    await waitForQueries([
      queries.ensureQueryData(botStatusQuery(client.api)),
      queries.ensureQueryData(discordSettingsQuery(client.api)),
      queries.ensureQueryData(discordLogQuery(client.api)),
    ])
  },
  pendingComponent: loadingScreen(({ PendingDiscord }) => PendingDiscord),
  component: lazyRouteComponent(code, 'DiscordPage'),
})
