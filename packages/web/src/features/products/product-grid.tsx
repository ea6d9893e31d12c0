import { limits, type Product } from '@keydesk/contract'
import { Checkbox } from '../../kit/checkbox.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { ProductCard } from './product-card.tsx'
import type { Selection } from './use-selection.ts'

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

interface Props {
  readonly products: readonly Product[]
  /** Undefined where there is nothing to select them for. */
  readonly selection: Selection | undefined
}

export function ProductGrid({ products, selection }: Props) {
  return (
    <ul aria-label="Products" className={grid}>
      {products.map((product) => (
        <li key={product.id} className="relative min-w-0 has-checked:[&>a]:border-accent">
          {selection !== undefined && (
            // The corner is a target as large as a thumb.
            <label htmlFor={`select-${product.id}`} className="absolute top-0 left-0 z-1 flex size-13 items-center justify-center">
              <span className="flex size-8 items-center justify-center rounded-control border border-border bg-surface">
                <Checkbox
                  id={`select-${product.id}`}
                  aria-label={`Select ${product.name}`}
                  checked={selection.has(product.id)}
                  onChange={(isOn) => (isOn ? selection.add([product]) : selection.remove([product]))}
                />
              </span>
            </label>
          )}
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  )
}

export function ProductGridSkeleton() {
  return (
    <div className={grid}>
      {Array.from({ length: limits.productsPerPage }, (_, card) => (
        <div key={card} className="overflow-hidden rounded-card border border-border bg-surface">
          <Skeleton className="aspect-video rounded-none" />
          <div className="space-y-3 p-4">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-5 w-1/2 rounded-full" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
