import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'

export function DashboardPage() {
  return (
    <Page wide>
      <PageHeader title="Dashboard" description="What each product has sold and earned." />
    </Page>
  )
}
