import type { Product } from '@keydesk/contract'
import { Link } from '@tanstack/react-router'
import { EyeOff, Star } from 'lucide-react'
import { useAbsolute } from '../../api/context.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { plural } from '../../kit/text/format.ts'
import { Picture } from '../../kit/text/picture.tsx'
import { countDrafts, labelOf, priceRange, productStock } from './format.ts'
import { DuplicateButton } from './duplicate.tsx'
import { StatusBadges } from './parts.tsx'
import { productGridClass } from './pending.tsx'
import { SelectBox, type Selection } from './selection.tsx'

interface Props {
  readonly products: readonly Product[]
  /** Undefined if products cannot be selected, changed at once and duplicated. */
  readonly selection: Selection | undefined
}

export function ProductGrid({ products, selection }: Props) {
  return (
    <ul aria-label="Products" className={productGridClass}>
      {products.map((product) => (
        <li key={product.id} className="relative min-w-0 has-checked:[&>a]:border-accent">
          {selection !== undefined && (
            <SelectBox product={product} selection={selection} className="absolute top-0 left-0 size-13" isOnPicture />
          )}
          <ProductCard product={product} />
          {selection !== undefined && (
            <div className="absolute top-2 right-2 opacity-0 transition-opacity touch:hidden in-[li:is(:hover,:focus-within)]:opacity-100">
              <DuplicateButton product={product} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** One product, as one link. */
function ProductCard({ product }: { readonly product: Product }) {
  const absolute = useAbsolute()
  const picture = product.thumbnail_card || product.thumbnail
  return (
    <Link
      to="/products/$id"
      params={{ id: product.id }}
      className="group flex h-full flex-col overflow-hidden rounded-card border border-border bg-surface transition-opacity hover:border-edge focus:border-edge"
    >
      {/* Hidden from screen readers, because the name follows as text. */}
      <div aria-hidden className="aspect-video overflow-hidden border-b border-border">
        <Picture src={picture && absolute(picture)} name={product.name} />
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="min-w-0">
          <h2 className="truncate font-semibold group-hover:text-accent" data-tooltip={product.name}>
            {product.name}
          </h2>
          <p className="truncate text-table text-muted">{product.game_name || labelOf(product.category) || 'No game'}</p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <StatusBadges product={product} />
        </div>
        <Facts product={product} />
      </div>
    </Link>
  )
}

/** Prices and stock. */
function Facts({ product }: { readonly product: Product }) {
  const stock = productStock(product)
  const drafts = countDrafts(product)
  return (
    <div className="space-y-2 border-t border-border pt-3 text-table text-muted tabular-nums">
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="text-text">{priceRange(product) ?? 'No variants'}</span>
        {(product.featured || product.unlisted) && (
          <span className="flex gap-3 text-caption">
            {product.featured && <Mark icon={<Star aria-hidden />} text="Featured" />}
            {product.unlisted && <Mark icon={<EyeOff aria-hidden />} text="Unlisted" />}
          </span>
        )}
      </div>
      {/* The line is kept, so that all cards are equally high. */}
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {stock !== undefined && stock.units > 0 && <span>{plural(stock.units, 'key')} in stock</span>}
        <span className="flex flex-wrap gap-1.5">
          {stock?.warning !== undefined && <Badge tone={stock.level === 'out' ? 'red' : 'yellow'}>{stock.warning}</Badge>}
          {drafts > 0 && <Badge tone="neutral">{drafts === 1 ? 'Draft variant' : `${drafts} draft variants`}</Badge>}
        </span>
      </div>
    </div>
  )
}

const Mark = ({ icon, text }: { readonly icon: React.ReactNode; readonly text: string }) => (
  <span className="flex items-center gap-1 [&_svg]:size-3.5">
    {icon}
    {text}
  </span>
)
