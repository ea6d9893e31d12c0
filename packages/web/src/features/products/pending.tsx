import { limits } from '@keydesk/contract'
import { Skeleton } from '../../kit/feedback/loading.tsx'
import { ToolbarFrame } from '../../kit/layout/page.tsx'
import { ListSkeleton, Pending, SearchSkeleton } from '../../routes/pending.tsx'
import { productColumns, productsHeader } from '../../routes/products.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { readDensity } from './density.ts'

// The screen while it loads. Its parts have the places of what follows; `e2e/loading-frames.spec.ts` compares them.

export function PendingProducts() {
  const canWrite = useAuth().may('products:write')
  const actions = (
    <>
      <Skeleton className="control w-21 md:hidden" />
      {canWrite && <Skeleton className="control w-11 md:w-43" />}
    </>
  )
  return (
    <Pending header={productsHeader} actions={actions}>
      <ProductsToolbar />
      {readDensity() === 'grid' ? <ProductGridSkeleton /> : <ProductTableSkeleton />}
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

export const ProductTableSkeleton = () => <ListSkeleton columns={productColumns} />

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
