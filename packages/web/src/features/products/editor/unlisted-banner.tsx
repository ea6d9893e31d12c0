import type { Product } from '@keydesk/contract'
import { EyeOff } from 'lucide-react'
import { Button } from '../../../kit/controls/button.tsx'
import { useUpdateProduct } from './use-product-form.ts'

/** Shows that the store does not offer the product, and lists it at once: the rest of the form stays as it is. */
export function UnlistedBanner({ product }: { readonly product: Product }) {
  const update = useUpdateProduct(product.id)
  // Sent without a version: listing a product undoes nothing that somebody else has saved.
  const list = () => update.mutate({ body: { unlisted: false }, onSaved: () => undefined })
  return (
    <div
      role="note"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border bg-surface px-4 py-2 text-muted"
    >
      <EyeOff aria-hidden className="size-4 shrink-0" />
      <p className="min-w-48 flex-1">
        <strong className="font-medium text-text">This product is unlisted.</strong> The store does not show it.
      </p>
      <Button size="sm" busy={update.isPending && 'Listing...'} onClick={list}>
        List Product
      </Button>
      {update.error && (
        <p role="alert" className="w-full text-red">
          {update.error.message}
        </p>
      )}
    </div>
  )
}
