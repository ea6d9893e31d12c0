import type { Permission } from '@keydesk/contract'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TabTitle, tabClass, tabListClass } from '../kit/controls/tab-look.tsx'
import { Loading, Skeleton, SkeletonTable, useRestart } from '../kit/feedback/loading.tsx'
import { Page, PageHeader, ToolbarFrame } from '../kit/layout/page.tsx'
import { useAuth } from '../session/session-provider.tsx'
import { type ListedColumn, useSeenColumns } from './columns.ts'

export interface Header {
  readonly title: string
  /** One line about the screen's purpose. */
  readonly description: string
}

interface List {
  readonly columns: Readonly<Record<string, ListedColumn>>
  /** The heading above the list. */
  readonly heading?: string
}

interface PendingList extends Header, List {
  /** The permission for the page's primary action. */
  readonly action: Permission
  /** Whether cards with pictures are shown in place of the table. */
  readonly isCards?: () => boolean
}

interface PendingTabs extends Header {
  readonly tabs: readonly (List & {
    readonly value: string
    readonly title: string
    readonly short?: string
    readonly needs?: Permission
  })[]
}

/** Shown while the code and the data of a screen load: its header, and a skeleton of its content. */
export const pendingScreen = (header: Header, content: ReactNode) =>
  function PendingScreen() {
    return <Pending header={header}>{content}</Pending>
  }

/** A screen with one list. */
export const pendingList = ({ action, columns, heading, isCards, ...header }: PendingList) =>
  function PendingListScreen() {
    const canAct = useAuth().may(action)
    return (
      <Pending header={header} actions={canAct && <Skeleton className="control w-11 md:w-36" />}>
        {heading !== undefined && <p className={listHeadingClass}>{heading}</p>}
        {isCards?.() ? cards : <ListSkeleton columns={columns} />}
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
        {chosen && <ListSkeleton columns={chosen.columns} />}
      </Pending>
    )
  }

interface PendingProps {
  readonly header: Header
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const Pending = ({ header, actions, children }: PendingProps) => (
  <Page>
    {/* Hidden, because the heading is announced when the screen appears. */}
    <div aria-hidden>
      <PageHeader {...header} actions={actions} />
    </div>
    <Loading onRetry={useRestart()}>{children}</Loading>
  </Page>
)

function ListSkeleton({ columns }: Pick<List, 'columns'>) {
  const shown = useSeenColumns(Object.values(columns))
  return (
    <>
      <ToolbarFrame>
        <Skeleton className="control max-md:flex-1 md:w-60 lg:w-72" />
      </ToolbarFrame>
      <SkeletonTable rows={10} columns={shown} />
    </>
  )
}

/** The heading above a list. Phones have no room for it, and the table has the same name. */
export const listHeadingClass = 'mb-3 font-semibold max-md:sr-only'

export const panels = (
  <div className="space-y-4">
    <Skeleton className="h-72" />
    <Skeleton className="h-72" />
  </div>
)

const cards = (
  <>
    <ToolbarFrame>
      <Skeleton className="control max-md:flex-1 md:w-60 lg:w-72" />
    </ToolbarFrame>
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: 9 }, (_, card) => (
        <Skeleton key={card} className="h-80" />
      ))}
    </div>
  </>
)
