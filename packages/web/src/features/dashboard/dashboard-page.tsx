import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { SkeletonTable } from '../../kit/skeleton.tsx'
import { dailySalesQuery, statisticsQuery } from './dashboard-data.ts'
import { SalesPanel, SalesPanelSkeleton } from './sales-panel.tsx'
import { StatisticsTable } from './statistics-table.tsx'
import { usePeriod } from './use-period.ts'

export function DashboardPage() {
  const period = usePeriod()
  const api = useApi()
  const products = useQuery(statisticsQuery(api))
  const daily = useQuery(dailySalesQuery(api, period.period))
  return (
    <Page>
      <PageHeader title="Dashboard" description="What each product has sold and earned." />
      <Loaded query={products} failure="Failed to fetch sales statistics" skeleton={<DashboardSkeleton />}>
        {(rows) => (
          <div className="space-y-6">
            {/* Not one of the basic calls: where it fails, nothing stands in its place. */}
            {(daily.data?.days ?? []).length > 0 || daily.isPending ? (
              <SalesPanel query={daily} chosen={period} hasSold={rows.some(({ total_quantity }) => total_quantity > 0)} />
            ) : null}
            <StatisticsTable rows={rows} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const DashboardSkeleton = () => (
  <div className="space-y-6">
    <SalesPanelSkeleton />
    <SkeletonTable rows={6} columns={5} />
  </div>
)
