import type { ReactNode } from 'react'
import { Skeleton } from '../../../kit/feedback/loading.tsx'
import { Panel } from '../../../kit/layout/card.tsx'
import { FieldSkeleton, Pending } from '../../../routes/pending.tsx'
import { productHeader } from '../../../routes/product.ts'
import { useAuth } from '../../../session/session-provider.tsx'

// The screen while it loads. Its parts have the places of what follows; `e2e/loading-frames.spec.ts` compares them.

/** The badges beside the title, which have their own line on phones. */
const statuses = <div className="min-h-5 max-md:basis-full" />

export function PendingProduct() {
  const { isOwnHost, may } = useAuth()
  const actions = may('products:write') && (
    <>
      {isOwnHost && <Skeleton className="control w-11" />}
      <Skeleton className="control w-38" />
      <Skeleton className="control w-37.5" />
    </>
  )
  return (
    <Pending header={productHeader} meta={statuses} actions={actions}>
      <ProductSkeleton />
    </Pending>
  )
}

const Pair = ({ children }: { readonly children: ReactNode }) => <div className="grid gap-4 sm:grid-cols-2">{children}</div>

/** The sections of the page, and its first panels. */
const ProductSkeleton = () => (
  <div aria-hidden className="gap-8 xl:grid xl:grid-cols-[11rem_minmax(0,1fr)]">
    <SectionsSkeleton />
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
      <NextPanelsSkeleton />
    </div>
  </div>
)

/** The list of sections beside the panels of a wide window. */
export const SectionsSkeleton = () => (
  <div aria-hidden className="self-start border-l border-border max-xl:hidden">
    {Array.from({ length: 9 }, (_, section) => (
      <div key={section} className="flex h-8 items-center pl-4">
        <Skeleton className="h-3 w-24" />
      </div>
    ))}
  </div>
)

/** The panels after the first one. */
export const NextPanelsSkeleton = () => (
  <>
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
  </>
)
