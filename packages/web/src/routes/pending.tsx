import type { ReactNode } from 'react'
import { Loading, Skeleton, SkeletonTable, useRestart } from '../kit/feedback/loading.tsx'
import { Page, PageHeader } from '../kit/layout/page.tsx'

export interface Header {
  readonly title: string
  /** One line about the screen's purpose. */
  readonly description: string
}

/** Shown while the code and the data of a screen load: its header, and a skeleton of its content. */
export const pendingScreen = (header: Header, content: ReactNode) =>
  function PendingScreen() {
    return (
      <Page>
        {/* Hidden, because the heading is announced when the screen appears. */}
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
