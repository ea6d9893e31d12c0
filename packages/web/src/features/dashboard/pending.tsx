import { Skeleton, SkeletonTable } from '../../kit/feedback/loading.tsx'
import { Panel } from '../../kit/layout/card.tsx'
import { useSeenColumns } from '../../routes/columns.ts'
import { dashboardHeader, statisticsColumns } from '../../routes/dashboard.ts'
import { Pending } from '../../routes/pending.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { isSetupPutAway, SetupSkeleton } from '../setup/pending.tsx'

// The screen while it loads. Its parts have the places of what follows; `e2e/loading-frames.spec.ts` compares them.

export function PendingDashboard() {
  const { isOwnHost, may } = useAuth()
  const books = isOwnHost && may('payouts:read') && <Skeleton className="control w-11 md:w-24" />
  return (
    <Pending header={dashboardHeader} actions={books}>
      <div aria-hidden className="space-y-6">
        {isOwnHost && may('team:manage') && !isSetupPutAway() && <SetupSkeleton />}
        {isOwnHost && <SalesPanels />}
        <StatisticsSkeleton />
      </div>
    </Pending>
  )
}

/** Short, so that the choice of days is beside it. */
export const runningOutDescription = 'At the pace of four weeks.'

/** Sales, and beside or below them what runs out. */
export const salesPanelsClass = 'grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]'

const SalesPanels = () => (
  <div className={salesPanelsClass}>
    <Panel title="Revenue and orders" description="Completed orders." actions={<Skeleton className="h-8 w-80 max-w-full touch:h-11" />}>
      <SalesSkeleton />
    </Panel>
    <Panel title="Running out" description={runningOutDescription} padded={false} actions={<Skeleton className="h-8 w-34 touch:h-11" />}>
      <RunningOutSkeleton />
    </Panel>
  </div>
)

/** Figures and a chart. */
export const SalesSkeleton = () => (
  <>
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <div className="max-sm:basis-full">
          <Skeleton className="h-18 w-40" />
        </div>
        <Skeleton className="h-15 w-19" />
        <Skeleton className="h-15 w-28" />
      </div>
      <Skeleton className="control w-32" />
    </div>
    <Skeleton className="h-95" />
  </>
)

/** As many rows as the panel shows at first, and its button. */
export const RunningOutSkeleton = () => (
  <div aria-hidden>
    <div className="grid grid-cols-1 md:max-xl:grid-cols-2 md:max-xl:[&>:nth-child(even)]:border-l">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="border-t border-border px-4 py-2">
          <div className="flex h-10 items-center justify-between gap-3 touch:h-11">
            <div className="basis-2/5 space-y-2">
              <Skeleton className="h-3.5" />
              <Skeleton className="h-3 w-3/5" />
            </div>
            <Skeleton className="h-8 w-40 touch:h-11" />
          </div>
          <Skeleton className="mt-2 h-1 rounded-full" />
        </div>
      ))}
    </div>
    <div className="border-t border-border p-2">
      <Skeleton className="mx-auto h-8 w-24 touch:h-11" />
    </div>
  </div>
)

export const StatisticsSkeleton = () => (
  <div aria-hidden>
    <p className="mb-8.5 font-semibold">Sales by product</p>
    {/* The choice of the order and the export. */}
    <div className="max-md:h-13" />
    <SkeletonTable rows={6} columns={useSeenColumns(Object.values(statisticsColumns))} />
  </div>
)
