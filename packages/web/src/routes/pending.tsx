import type { ReactNode } from 'react'
import { Loading, Skeleton, SkeletonTable, useRestart } from '../kit/feedback/loading.tsx'
import { Page, PageHeader } from '../kit/layout/page.tsx'

export interface Header {
  readonly title: string
  /** One line of what the screen is for. */
  readonly description: string
}

/** What is shown while the code and the data of a screen are on their way: its header, and what it will hold in grey. */
export const pendingScreen = (header: Header, content: ReactNode) =>
  function PendingScreen() {
    return (
      <Page>
        {/* The heading is announced once the screen is there. */}
        <div aria-hidden>
          <PageHeader {...header} />
        </div>
        <Loading onRetry={useRestart()}>{content}</Loading>
      </Page>
    )
  }

export const rows = (
  <>
    <Skeleton className="mb-4 h-9 w-72 max-w-full" />
    <SkeletonTable rows={10} columns={6} />
  </>
)

export const panels = (
  <div className="space-y-4">
    <Skeleton className="h-72" />
    <Skeleton className="h-72" />
  </div>
)

export const cards = (
  <>
    <Skeleton className="mb-4 h-9 w-72 max-w-full" />
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: 9 }, (_, card) => (
        <Skeleton key={card} className="h-80" />
      ))}
    </div>
  </>
)
