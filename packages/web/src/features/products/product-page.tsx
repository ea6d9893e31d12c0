import { Link, useParams } from '@tanstack/react-router'
import { PackageX } from 'lucide-react'
import { useDeferredValue, useEffect } from 'react'
import { ApiError, isUnauthenticated } from '../../api/error.ts'
import { Button, buttonClass } from '../../kit/button.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { onFirstSign } from '../../kit/first-sign.ts'
import { Page } from '../../kit/page.tsx'
import { SelectList } from '../../kit/select.tsx'
import { toast } from '../../kit/toast.ts'
import { usePrefetch } from '../../kit/use-prefetch.ts'
import { useTitle } from '../../kit/use-title.ts'
import { ProductEditor } from './product-editor.tsx'
import { ProductPreview } from './product-preview.tsx'
import { GamePopover } from './panels/game-picker.tsx'
import { useInList, useProduct } from './products-data.ts'
import { editorCode } from './rich-text/rich-text.tsx'

const next = [SelectList, GamePopover]

export function ProductPage() {
  const params: { readonly id?: string } = useParams({ strict: false })
  const id = readId(params.id)
  const query = useProduct(id)
  const inList = useInList(id)
  useFailureToast(query.error)
  usePrefetch(next)
  useEffect(() => onFirstSign(editorCode.prefetch), [])

  // The editor is much to draw: it is drawn in slices, beneath what can be read already.
  const isDrawn = useDeferredValue(query.data !== undefined, false)

  if (query.data !== undefined && isDrawn) return <ProductEditor key={query.data.id} product={query.data} />
  if (query.data !== undefined || (id !== null && query.isPending)) return <ProductPreview product={query.data ?? inList} />
  return <NotFound error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
}

interface NotFoundProps {
  readonly error: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** No product is loaded: there is none, or it could not be had. The second may pass, so it can be tried again. */
function NotFound({ error, isRetrying, onRetry }: NotFoundProps) {
  useTitle('Product not found')
  const isGone = error === null || (error instanceof ApiError && error.status === 404)
  const action = (
    <div className="flex flex-wrap justify-center gap-2">
      {!isGone && (
        <Button busy={isRetrying && 'Retrying...'} onClick={onRetry}>
          Retry
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

/** A product's id as the address has it, or null for what can be none. */
function readId(text: string | undefined): number | null {
  const id = /^[1-9]\d*$/.test(text ?? '') ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : null
}
