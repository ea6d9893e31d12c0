import { useInfiniteQuery } from '@tanstack/react-query'
import { useListApi } from '../../api/context.tsx'
import { Tabs, type Tab } from '../../kit/controls/tabs.tsx'
import { Page, PageHeader } from '../../kit/layout/page.tsx'
import { referralTabs, referralsHeader } from '../../routes/referrals.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../../session/session-provider.tsx'
import { pendingPayoutsQuery } from './data.ts'
import { PayoutsTab } from './payouts/tab.tsx'
import { ReferralsTab } from './referrals-tab.tsx'
import { UsersTab } from './users-tab.tsx'

const contents = {
  users: <UsersTab />,
  pending: <ReferralsTab status="pending" />,
  completed: <ReferralsTab status="completed" />,
  payouts: <PayoutsTab />,
}

const route = getRouteApi('/frame/referrals')

export function ReferralsPage() {
  const { tab = 'users' } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (next: typeof tab) => void navigate({ search: { tab: next === 'users' ? undefined : next }, resetScroll: false })
  // Payouts need work, so their number shows on the tab.
  const canReadPayouts = useMay()('payouts:read')
  const payouts = useInfiniteQuery({ ...pendingPayoutsQuery(useListApi()), enabled: canReadPayouts }).data
  const waiting = payouts?.total ?? payouts?.rows.length
  const tabs = referralTabs
    .filter((each) => !('needs' in each) || canReadPayouts)
    .map((each): Tab<typeof tab> => ({
      ...each,
      ...(each.value === 'payouts' && { count: waiting === 0 ? undefined : waiting }),
      content: contents[each.value],
    }))
  const chosen = tabs.some(({ value }) => value === tab) ? tab : 'users'
  return (
    <Page>
      <PageHeader {...referralsHeader} />
      <Tabs label="Referrals" value={chosen} onChange={open} tabs={tabs} />
    </Page>
  )
}
