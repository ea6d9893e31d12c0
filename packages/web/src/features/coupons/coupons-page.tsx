import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'

export function CouponsPage() {
  return (
    <Page wide>
      <PageHeader title="Coupons" description="Discount codes, and how often they may be used." />
    </Page>
  )
}
