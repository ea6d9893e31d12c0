import type { Permission } from '@keydesk/contract'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TabTitle, tabClass, tabListClass } from '../kit/controls/tab-style.tsx'
import { Loading, Skeleton, SkeletonTable, useRestart } from '../kit/feedback/loading.tsx'
import { Page, PageHeader, ToolbarFrame } from '../kit/layout/page.tsx'
import { useAuth } from '../session/session-provider.tsx'
import { type ListedColumns, useSeenColumns } from './columns.ts'

interface Header {
  readonly title: string
  /** One line about the screen's purpose. */
  readonly description: string
}

interface List {
  readonly columns: ListedColumns
  /** Search is not the only filter. */
  readonly hasFilters?: boolean
  /** The heading above the list. */
  readonly heading?: string
}

interface PendingList extends Header, List {
  /** The permission for the page's primary action. */
  readonly action: Permission
}

interface PendingTabs extends Header {
  readonly tabs: readonly (List & {
    readonly value: string
    readonly title: string
    readonly short?: string
    readonly needs?: Permission
  })[]
}

/** A screen with one list. */
export const pendingList = ({ action, columns, heading, hasFilters, ...header }: PendingList) =>
  function PendingListScreen() {
    const canAct = useAuth().may(action)
    return (
      <Pending header={header} actions={canAct && <Skeleton className="control w-11 md:w-36" />}>
        {heading !== undefined && <p className={listHeadingClass}>{heading}</p>}
        <ToolbarFrame>
          <SearchSkeleton hasFilters={hasFilters} />
        </ToolbarFrame>
        <ListSkeleton columns={columns} />
      </Pending>
    )
  }

/** A screen with a list in each tab. */
export const pendingTabs = ({ tabs, ...header }: PendingTabs) =>
  function PendingTabsScreen() {
    const { may } = useAuth()
    const { tab } = useSearch({ strict: false })
    const shown = tabs.filter(({ needs }) => needs === undefined || may(needs))
    const chosen = shown.find(({ value }) => value === tab) ?? shown[0]
    return (
      <Pending header={header}>
        <div className={tabListClass}>
          {shown.map(({ value, title, short }) => (
            <span key={value} className={tabClass}>
              <TabTitle title={title} short={short} />
            </span>
          ))}
        </div>
        <ToolbarFrame>
          <SearchSkeleton hasFilters={chosen?.hasFilters} />
        </ToolbarFrame>
        {chosen && <ListSkeleton columns={chosen.columns} />}
      </Pending>
    )
  }

interface PendingProps {
  readonly header: Header
  readonly meta?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Shown while the code and the data of a screen load: its header, and a skeleton of its content, each where it will be. */
export const Pending = ({ header, meta, actions, children }: PendingProps) => (
  <Page>
    {/* Hidden, because the heading is announced when the screen appears. */}
    <div aria-hidden>
      <PageHeader {...header} meta={meta} actions={actions} />
    </div>
    <Loading isLate onRetry={useRestart()}>
      {children}
    </Loading>
  </Page>
)

/** A label and its control, as high as a `Field`. */
export const FieldSkeleton = ({ className = 'control' }: { readonly className?: string }) => (
  <div>
    <div className="mb-1.5 flex h-5 items-center">
      <Skeleton className="h-3 w-28" />
    </div>
    <Skeleton className={className} />
  </div>
)

interface SearchProps {
  /** Phones have a button for the filters beside it. */
  readonly hasFilters: boolean | undefined
}

export const SearchSkeleton = ({ hasFilters }: SearchProps) => (
  <>
    <Skeleton className="control max-md:flex-1 md:w-60 lg:w-72" />
    {hasFilters && <Skeleton className="control w-23.75 md:hidden" />}
  </>
)

export function ListSkeleton({ columns }: Pick<List, 'columns'>) {
  return <SkeletonTable rows={10} columns={useSeenColumns(Object.values(columns))} />
}

/** The heading above a list. Phones have no room for it, and the table has the same name. */
export const listHeadingClass = 'mb-3 font-semibold max-md:sr-only'
