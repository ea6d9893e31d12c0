import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { PackageX } from 'lucide-react'
import { useApi } from '../../../api/context.tsx'
import { isNotFound } from '../../../api/error.ts'
import { Button, buttonClass } from '../../../kit/controls/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Outdated, useFailureToast } from '../../../kit/feedback/failed.tsx'
import { lazyPart } from '../../../kit/feedback/lazy-part.tsx'
import { Page, useTitle } from '../../../kit/layout/page.tsx'
import { useMay } from '../../../session/session-provider.tsx'
import { useUndoDeletion } from '../../history/parts.tsx'
import { productQuery } from '../data.ts'
import { ProductEditor } from './editor.tsx'
import { PendingProduct } from './pending.tsx'

/** Only for roles that may not edit; load it late. */
const ProductView = lazyPart(async () => (await import('./view.tsx')).ProductView, <PendingProduct />)

const route = getRouteApi('/frame/products/$id')

export function ProductPage() {
  const { id } = route.useParams()
  // A cached product shows at once, and is refetched here if it is stale. The loader has just fetched a missing one: not twice.
  const query = useQuery({ ...productQuery(useApi(), id), enabled: id > 0, retryOnMount: false })
  useFailureToast(query, 'Failed to fetch product details')
  const canWrite = useMay()('products:write')
  if (query.data !== undefined) {
    const isGone = isNotFound(query.error)
    const retry = { isTrying: query.isFetching, onRetry: () => void query.refetch() }
    const outdated = query.isRefetchError && !isGone && <Outdated error={query.error} {...retry} />
    const shown = { product: query.data, isGone, outdated }
    return canWrite ? <ProductEditor key={query.data.id} {...shown} /> : <ProductView {...shown} />
  }
  if (id > 0 && query.isPending) return <PendingProduct />
  return <NotFound id={id} error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
}

interface NotFoundProps {
  readonly id: number
  readonly error: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** Shown if the product does not exist or could not be fetched. */
function NotFound({ id, error, isRetrying, onRetry }: NotFoundProps) {
  useTitle('Product not found')
  const isGone = error === null || isNotFound(error)
  const canRestore = useUndoDeletion('product') !== undefined && isNotFound(error)
  const gone = `It may have been deleted, or its address is wrong.${canRestore ? ' Deleted products can be restored for 30 days.' : ''}`
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
      {canRestore && (
        <Link
          to="."
          search={{ panel: 'activity', activity_thing: 'product', activity_id: id }}
          className={buttonClass({ variant: 'ghost' })}
        >
          Look in Activity
        </Link>
      )}
    </div>
  )
  return (
    <Page>
      <h1 className="sr-only">Product Details</h1>
      <EmptyState
        icon={<PackageX />}
        title="Product not found"
        hint={isGone ? gone : `It could not be fetched. ${error.message}`}
        action={action}
      />
    </Page>
  )
}
