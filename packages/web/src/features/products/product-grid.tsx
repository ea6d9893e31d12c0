import { limits, type Product } from '@keydesk/contract'
import { Skeleton } from '../../kit/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

export function ProductGrid({ products }: { readonly products: readonly Product[] }) {
  return (
    <ul aria-label="Products" className={grid}>
      {products.map((product) => (
        <li key={product.id} className="min-w-0">
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
