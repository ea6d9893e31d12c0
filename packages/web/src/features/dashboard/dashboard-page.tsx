import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { SkeletonTable } from '../../kit/skeleton.tsx'
import { useIsOwnHost } from '../../session/session-provider.tsx'
import { dailySalesQuery, periodSalesQuery, runwayQuery, statisticsQuery } from './dashboard-data.ts'
import { RunningOutPanel } from './running-out-panel.tsx'
import { SalesPanel } from './sales-panel.tsx'
import { StatisticsTable } from './statistics-table.tsx'
import { usePeriod } from './use-period.ts'

export function DashboardPage() {
  const period = usePeriod()
  const api = useApi()
  const products = useQuery(statisticsQuery(api))
  const isOwnHost = useIsOwnHost()
  const daily = useQuery({ ...dailySalesQuery(api, period.period), enabled: isOwnHost })
  const inPeriod = useQuery({ ...periodSalesQuery(api, period.period), enabled: isOwnHost })
  const runway = useQuery({ ...runwayQuery(api), enabled: isOwnHost })
  return (
    <Page>
      <PageHeader title="Dashboard" description="What each product has sold and earned." />
      <div className="space-y-6">
        {isOwnHost && (
          <div className="grid items-start gap-6 xl:grid-flow-dense xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="min-w-0 xl:col-start-2">
              <RunningOutPanel query={runway} />
            </div>
            <div className="min-w-0 xl:col-start-1">
              <SalesPanel query={daily} chosen={period} hasSold={products.data?.some(({ total_quantity }) => total_quantity > 0)} />
            </div>
          </div>
        )}
        <Loaded query={products} failure="Failed to fetch sales statistics" skeleton={<SkeletonTable rows={6} columns={7} />}>
          {(rows) => <StatisticsTable rows={rows} period={period.period} inPeriod={isOwnHost ? inPeriod : undefined} />}
        </Loaded>
      </div>
    </Page>
  )
}
