import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'

export function DiscordPage() {
  return (
    <Page wide>
      <PageHeader title="Discord" description="The bot that posts product news, and what it has posted." />
    </Page>
  )
}
