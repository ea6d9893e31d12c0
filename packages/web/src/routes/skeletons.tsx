import { limits } from '@keydesk/contract'
import type { ReactNode } from 'react'
import { Skeleton, SkeletonTable } from '../kit/feedback/loading.tsx'
import { Panel } from '../kit/layout/card.tsx'
import { ToolbarFrame } from '../kit/layout/page.tsx'
import { useAuth } from '../session/session-provider.tsx'
import { type ListedColumn, type ListedColumns, useSeenColumns } from './columns.ts'
import { type Header, ListSkeleton, Pending, SearchSkeleton } from './pending.tsx'
import { isSetupPutAway, SetupSkeleton } from './setup-skeleton.tsx'

export { pendingList, pendingTabs } from './pending.tsx'

// Content that is not one list, while it loads. Its parts have the places of what follows; `e2e/loading-frames.spec.ts` compares them.

/** A label and its control, as high as a `Field`. */
const FieldSkeleton = ({ className = 'control' }: { readonly className?: string }) => (
  <div>
    <div className="mb-1.5 flex h-5 items-center">
      <Skeleton className="h-3 w-28" />
    </div>
    <Skeleton className={className} />
  </div>
)

export const productGridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

export const ProductGridSkeleton = () => (
  <div aria-hidden className={productGridClass}>
    {Array.from({ length: limits.productsPerPage }, (_, card) => (
      <div key={card} className="overflow-hidden rounded-card border border-border bg-surface">
        <Skeleton className="aspect-video rounded-none" />
        <div className="flex flex-col gap-3 p-4">
          <div className="h-10 space-y-2 pt-1">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
          <Skeleton className="h-5 w-1/2 rounded-full" />
          <div className="h-15.25 border-t border-border pt-3.5">
            <Skeleton className="h-4 w-4/5" />
          </div>
        </div>
      </div>
    ))}
  </div>
)

interface Products extends Header {
  readonly columns: ListedColumns
  /** Whether cards with pictures are shown in place of the table. */
  readonly isCards: () => boolean
}

export const pendingProducts = ({ columns, isCards, ...header }: Products) =>
  function PendingProducts() {
    const canWrite = useAuth().may('products:write')
    const actions = (
      <>
        <Skeleton className="control w-21 md:hidden" />
        {canWrite && <Skeleton className="control w-11 md:w-43" />}
      </>
    )
    return (
      <Pending header={header} actions={actions}>
        <ProductsToolbar />
        {isCards() ? <ProductGridSkeleton /> : <ListSkeleton columns={columns} />}
      </Pending>
    )
  }

/** Search, three filters, and at the end the box that selects, the count and the layout. */
const ProductsToolbar = () => (
  <ToolbarFrame end={<Skeleton className="h-5 w-70 max-md:w-40" />}>
    <SearchSkeleton hasFilters />
    {['Status', 'Category', 'Stock'].map((filter) => (
      <Skeleton key={filter} className="control w-36 max-md:hidden" />
    ))}
  </ToolbarFrame>
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

interface Dashboard extends Header {
  readonly columns: readonly ListedColumn[]
}

export const pendingDashboard = ({ columns, ...header }: Dashboard) =>
  function PendingDashboard() {
    const { isOwnHost, may } = useAuth()
    const books = isOwnHost && may('payouts:read') && <Skeleton className="control w-11 md:w-24" />
    return (
      <Pending header={header} actions={books}>
        <div aria-hidden className="space-y-6">
          {isOwnHost && may('team:manage') && !isSetupPutAway() && <SetupSkeleton />}
          {isOwnHost && salesPanels}
          <StatisticsSkeleton columns={columns} />
        </div>
      </Pending>
    )
  }

/** The Dashboard lists variants that are used up within this many days. */
export const soonDays = 14
/** Short, so that the choice of days is beside it. */
export const runningOutDescription = 'At the pace of four weeks.'

/** Sales, and beside or below them what runs out. */
export const salesPanelsClass = 'grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]'

const salesPanels = (
  <div className={salesPanelsClass}>
    <Panel title="Revenue and orders" description="Completed orders." actions={<Skeleton className="h-8 w-80 max-w-full touch:h-11" />}>
      <SalesSkeleton />
    </Panel>
    <Panel title="Running out" description={runningOutDescription} padded={false} actions={<Skeleton className="h-8 w-34 touch:h-11" />}>
      <RunningOutSkeleton />
    </Panel>
  </div>
)

export const StatisticsSkeleton = ({ columns }: Pick<Dashboard, 'columns'>) => (
  <div aria-hidden>
    <p className="mb-8.5 font-semibold">Sales by product</p>
    {/* The choice of the order and the export. */}
    <div className="max-md:h-13" />
    <SkeletonTable rows={6} columns={useSeenColumns(columns)} />
  </div>
)

/** As high as the card of a stopped bot. */
export const BotSkeleton = () => (
  <div aria-hidden className="flex h-86.5 flex-col gap-4 sm:h-79.5 xl:h-full">
    <Skeleton className="h-5 w-60 max-sm:h-12" />
    <div className="flex grow flex-col">
      <p className="mb-1.5 font-medium">Bot Log</p>
      <Skeleton className="grow" />
    </div>
  </div>
)

/** As high as the form of the settings. */
export const DiscordSettingsSkeleton = () => (
  <div aria-hidden className="h-210 space-y-9.5 overflow-hidden sm:h-161 md:h-147 xl:h-122">
    {Array.from({ length: 5 }, (_, field) => (
      <FieldSkeleton key={field} />
    ))}
  </div>
)

/** The card of the bot, its settings, and the log of messages. */
export const discordPanels = {
  bot: { title: 'Bot Management', description: 'Starts again with the server.' },
  settings: { title: 'Integration Settings', description: 'Where the bot posts.' },
  logs: { title: 'Notification Logs', description: 'The newest 50 messages.' },
} as const
export const testHint = ' Test messages need a saved channel and a running bot.'

interface Discord extends Header {
  readonly columns: ListedColumns
}

export const pendingDiscord = ({ columns, ...header }: Discord) =>
  function PendingDiscord() {
    const { isOwnHost, may } = useAuth()
    const canWrite = may('discord:write')
    const { bot, settings, logs } = discordPanels
    const commands = [0, 1].map((command) => <Skeleton key={command} className="control w-34" />)
    return (
      <Pending header={header}>
        <div aria-hidden className="space-y-6">
          <div className="grid gap-6 xl:grid-cols-2">
            <Panel title={bot.title} description={isOwnHost ? bot.description : undefined} actions={canWrite && commands}>
              <BotSkeleton />
            </Panel>
            <Panel title={settings.title} description={settings.description + (isOwnHost && canWrite ? testHint : '')}>
              <DiscordSettingsSkeleton />
            </Panel>
          </div>
          <Panel {...logs} padded={false}>
            <div className="flush-table">
              <SkeletonTable rows={5} columns={useSeenColumns(Object.values(columns))} />
            </div>
          </Panel>
        </div>
      </Pending>
    )
  }

/** The badges beside the title, which have their own line on phones. */
const statuses = <div className="min-h-5 max-md:basis-full" />

export const pendingProduct = (header: Header) =>
  function PendingProduct() {
    const { isOwnHost, may } = useAuth()
    const actions = may('products:write') && (
      <>
        {isOwnHost && <Skeleton className="control w-11" />}
        <Skeleton className="control w-38" />
        <Skeleton className="control w-37.5" />
      </>
    )
    return (
      <Pending header={header} meta={statuses} actions={actions}>
        <ProductSkeleton />
      </Pending>
    )
  }

const Pair = ({ children }: { readonly children: ReactNode }) => <div className="grid gap-4 sm:grid-cols-2">{children}</div>

/** The sections of the page, and its first panels. */
const ProductSkeleton = () => (
  <div aria-hidden className="gap-8 xl:grid xl:grid-cols-[11rem_minmax(0,1fr)]">
    <div className="border-l border-border max-xl:hidden">
      {Array.from({ length: 9 }, (_, section) => (
        <div key={section} className="flex h-8 items-center pl-4">
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
    <div className="min-w-0 space-y-4">
      <Panel title="Basic Information">
        <div className="space-y-4">
          <FieldSkeleton />
          <div className="pb-5.5">
            <FieldSkeleton className="h-14.5 touch:h-16.5" />
          </div>
          <FieldSkeleton className="h-50.75 touch:h-68.75" />
        </div>
      </Panel>
      <Panel title="Filters">
        <div className="h-58 space-y-4 max-sm:h-87.5">
          <Pair>
            <FieldSkeleton />
            <FieldSkeleton />
          </Pair>
        </div>
      </Panel>
      <Panel title="Details">
        <Pair>
          <FieldSkeleton />
          <FieldSkeleton />
        </Pair>
        <Skeleton className="mt-4 h-60" />
      </Panel>
    </div>
  </div>
)
