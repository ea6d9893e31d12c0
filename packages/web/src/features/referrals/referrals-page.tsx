import { useInfiniteQuery } from '@tanstack/react-query'
import { useListApi } from '../../api/context.tsx'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { useAddress } from '../../kit/use-address.ts'
import { useMay } from '../../session/session-provider.tsx'
import { PayoutsTab } from './payouts/payouts-tab.tsx'
import { ReferralsTab } from './referrals-tab.tsx'
import { pendingPayoutsQuery } from './referrals-data.ts'
import { UsersTab } from './users-tab.tsx'

export function ReferralsPage() {
  const address = useAddress()
  // Payouts are the work of this screen: their number stands on the tab.
  const canReadPayouts = useMay()('payouts:read')
  const payouts = useInfiniteQuery({ ...pendingPayoutsQuery(useListApi()), enabled: canReadPayouts }).data
  const waiting = payouts?.total ?? payouts?.rows.length
  const tabs = [
    { value: 'users', title: 'Users', content: <UsersTab /> },
    { value: 'pending', title: 'Pending Referrals', content: <ReferralsTab status="pending" /> },
    { value: 'completed', title: 'Completed Referrals', content: <ReferralsTab status="completed" /> },
    ...(canReadPayouts
      ? [{ value: 'payouts', title: 'Pending Payouts', count: waiting === 0 ? undefined : waiting, content: <PayoutsTab /> }]
      : []),
  ]
  const chosen = tabs.some(({ value }) => value === address.get('tab')) ? address.get('tab') : 'users'
  return (
    <Page>
      <PageHeader title="Referrals" description="Who brings customers, what they earn, and what is to be paid out." />
      <Tabs label="Referrals" value={chosen} onChange={(tab) => void address.start({ tab: tab === 'users' ? '' : tab })} tabs={tabs} />
    </Page>
  )
}
