import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'

export function NotificationsPage() {
  return (
    <Page wide>
      <PageHeader title="Notifications Management" description="Announcements for your customers." />
    </Page>
  )
}
