import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { PackageX } from 'lucide-react'
import { useEffect } from 'react'
import { useApi } from '../../api/context.tsx'
import { ApiError, isUnauthenticated } from '../../api/error.ts'
import { Button, buttonClass } from '../../kit/button.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Page } from '../../kit/page.tsx'
import { Skeleton, SkeletonLines } from '../../kit/skeleton.tsx'
import { toast } from '../../kit/toast.tsx'
import { useRestart } from '../../kit/use-restart.ts'
import { useTitle } from '../../kit/use-title.ts'
import { useMay } from '../../session/session-provider.tsx'
import { ProductEditor } from './product-editor.tsx'
import { productQuery, readProductId } from './products-data.ts'

/** As large as the editor without its fields, and needed only by those who may not edit. */
const ProductView = lazyPart(async () => (await import('./view/product-view.tsx')).ProductView, <ProductSkeleton />)

export function ProductPage() {
  const params: { readonly id?: string } = useParams({ strict: false })
  const id = readProductId(params.id)
  // The loader asks each time that the screen is opened: a product that is not there is not asked for twice.
  const query = useQuery({ ...productQuery(useApi(), id ?? 0), enabled: id !== null, retryOnMount: false })
  useFailureToast(query.error)
  const canWrite = useMay()('products:write')
  if (query.data !== undefined)
    return canWrite ? <ProductEditor key={query.data.id} product={query.data} /> : <ProductView product={query.data} />
  if (id !== null && query.isPending) return <ProductSkeleton />
  return <NotFound error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
}

function ProductSkeleton() {
  return (
    <Page>
      <h1 className="sr-only">Product Details</h1>
      <Loading onRetry={useRestart()}>
        <Skeleton className="mb-8 h-6 w-72" />
        <div className="space-y-4 xl:ml-52">
          {['h-96', 'h-60', 'h-96'].map((height, panel) => (
            <div key={panel} className={`${height} rounded-card border border-border bg-surface p-4`}>
              <Skeleton className="mb-5 h-4 w-40" />
              <SkeletonLines lines={5} />
            </div>
          ))}
        </div>
      </Loading>
    </Page>
  )
}

interface NotFoundProps {
  readonly error: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** No product is loaded: there is none, or fetching it failed. */
function NotFound({ error, isRetrying, onRetry }: NotFoundProps) {
  useTitle('Product not found')
  const isGone = error === null || (error instanceof ApiError && error.status === 404)
  const action = (
    <div className="flex flex-wrap justify-center gap-2">
      {!isGone && (
        <Button busy={isRetrying && 'Trying...'} onClick={onRetry}>
          Try again
        </Button>
      )}
      <Link to="/products" className={buttonClass({ variant: isGone ? 'primary' : 'ghost' })}>
        Back to products
      </Link>
    </div>
  )
  return (
    <Page>
      <h1 className="sr-only">Product Details</h1>
      <EmptyState
        icon={<PackageX />}
        title="Product not found"
        hint={isGone ? 'It may have been deleted, or its address is wrong.' : `It could not be fetched. ${error.message}`}
        action={action}
      />
    </Page>
  )
}

function useFailureToast(error: Error | null): void {
  useEffect(() => {
    if (error !== null && !isUnauthenticated(error)) toast.error('Failed to fetch product details')
  }, [error])
}
