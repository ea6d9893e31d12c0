import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'

export function ReferralsPage() {
  return (
    <Page wide>
      <PageHeader title="Referrals" description="Who brings customers, what they earn, and what is to be paid out." />
    </Page>
  )
}
