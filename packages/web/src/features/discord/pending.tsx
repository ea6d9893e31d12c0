import { Skeleton, SkeletonTable } from '../../kit/feedback/loading.tsx'
import { Panel } from '../../kit/layout/card.tsx'
import { useSeenColumns } from '../../routes/columns.ts'
import { discordHeader, logColumns } from '../../routes/discord.ts'
import { FieldSkeleton, Pending } from '../../routes/pending.tsx'
import { useAuth } from '../../session/session-provider.tsx'

// The screen while it loads. Its parts have the places of what follows; `e2e/loading-frames.spec.ts` compares them.

export function PendingDiscord() {
  const { isOwnHost, may } = useAuth()
  const canWrite = may('discord:write')
  const { bot, settings, logs } = discordPanels
  const commands = [0, 1].map((command) => <Skeleton key={command} className="control w-34" />)
  return (
    <Pending header={discordHeader}>
      <div aria-hidden className="space-y-6">
        <div className="grid gap-6 xl:grid-cols-2">
          <Panel title={bot.title} description={isOwnHost ? bot.description : undefined} actions={canWrite && commands}>
            <BotSkeleton />
          </Panel>
          <Panel title={settings.title} description={settings.description + (isOwnHost && canWrite ? testHint : '')}>
            <DiscordSettingsSkeleton />
          </Panel>
        </div>
        <Panel {...logs} padded={false}>
          <div className="flush-table">
            <SkeletonTable rows={5} columns={useSeenColumns(Object.values(logColumns))} />
          </div>
        </Panel>
      </div>
    </Pending>
  )
}

/** As high as the card of a stopped bot. */
export const BotSkeleton = () => (
  <div aria-hidden className="flex h-86.5 flex-col gap-4 sm:h-79.5 xl:h-full">
    <Skeleton className="h-5 w-60 max-sm:h-12" />
    <div className="flex grow flex-col">
      <p className="mb-1.5 font-medium">Bot Log</p>
      <Skeleton className="grow" />
    </div>
  </div>
)

/** As high as the form of the settings. */
export const DiscordSettingsSkeleton = () => (
  <div aria-hidden className="h-210 space-y-9.5 overflow-hidden sm:h-161 md:h-147">
    {Array.from({ length: 6 }, (_, field) => (
      <FieldSkeleton key={field} />
    ))}
  </div>
)

/** The card of the bot, its settings, and the log of messages. */
export const discordPanels = {
  bot: { title: 'Bot Management', description: 'Starts again with the server.' },
  settings: { title: 'Integration Settings', description: 'Where the bot posts.' },
  logs: { title: 'Notification Logs', description: 'The newest 50 messages.' },
} as const
export const testHint = ' Test messages need a saved channel and a running bot.'
