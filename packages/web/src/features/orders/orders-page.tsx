import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'

export function OrdersPage() {
  return (
    <Page wide>
      <PageHeader title="Latest Orders" description="What customers have bought, newest first." />
    </Page>
  )
}
