import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { BotCard } from './bot-card.tsx'
import { useBotStatus } from './bot-status-data.ts'
import { LogsCard } from './logs-card.tsx'
import { SettingsCard } from './settings-card.tsx'

export function DiscordPage() {
  const status = useBotStatus()
  const isRunning = status.data?.is_running === true
  return (
    <Page>
      <PageHeader title="Discord" description="The bot that posts product news, and what it has posted." />
      <div className="space-y-6">
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <BotCard status={status} />
          <SettingsCard isRunning={isRunning} />
        </div>
        <LogsCard isRunning={isRunning} />
      </div>
    </Page>
  )
}
