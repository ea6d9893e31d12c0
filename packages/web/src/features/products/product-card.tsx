import type { Product } from '@keydesk/contract'
import { Link } from '@tanstack/react-router'
import { EyeOff, Star } from 'lucide-react'
import { useAbsolute } from '../../api/context.tsx'
import { Badge } from '../../kit/badge.tsx'
import { plural } from '../../kit/format.ts'
import { Picture } from '../../kit/picture.tsx'
import { labelOf } from './product-options.ts'
import { countDrafts, productStock } from './product-stock.ts'
import { detectionTone, priceRange, updateTone } from './product-summary.ts'

/** One product, as one link. */
export function ProductCard({ product }: { readonly product: Product }) {
  const absolute = useAbsolute()
  const picture = product.thumbnail_card || product.thumbnail
  return (
    <Link
      to="/products/$id"
      params={{ id: String(product.id) }}
      className="group flex h-full flex-col overflow-hidden rounded-card border border-border bg-surface transition-opacity hover:border-edge"
    >
      {/* The name follows as text; the picture would only say it twice. */}
      <div aria-hidden className="aspect-video overflow-hidden border-b border-border">
        <Picture src={picture && absolute(picture)} name={product.name} />
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="min-w-0">
          <h2 className="truncate font-semibold group-hover:text-accent" title={product.name}>
            {product.name}
          </h2>
          <p className="truncate text-table text-muted">{product.game_name || labelOf(product.category) || 'No game'}</p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          {product.detection_status && <Badge tone={detectionTone(product.detection_status)}>{product.detection_status}</Badge>}
          {product.update_status && <Badge tone={updateTone(product.update_status)}>{product.update_status}</Badge>}
          {product.sales_paused && <Badge tone="red">Sales paused</Badge>}
        </div>
        <Facts product={product} />
      </div>
    </Link>
  )
}

/** What it costs and how much of it is left. */
function Facts({ product }: { readonly product: Product }) {
  const stock = productStock(product)
  const drafts = countDrafts(product)
  return (
    <div className="space-y-2 border-t border-border pt-3 text-table text-muted tabular-nums">
      <div className="flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-text">{priceRange(product) ?? 'No variants'}</span>
        {stock !== undefined && stock.units > 0 && <span>{plural(stock.units, 'key')} in stock</span>}
        {(product.featured || product.unlisted) && (
          <span className="ml-auto flex gap-3 text-caption">
            {product.featured && <Mark icon={<Star aria-hidden />} text="Featured" />}
            {product.unlisted && <Mark icon={<EyeOff aria-hidden />} text="Unlisted" />}
          </span>
        )}
      </div>
      {(stock?.warning !== undefined || drafts > 0) && (
        <div className="flex flex-wrap gap-1.5">
          {stock?.warning !== undefined && <Badge tone={stock.level === 'out' ? 'red' : 'yellow'}>{stock.warning}</Badge>}
          {drafts > 0 && <Badge tone="neutral">{drafts === 1 ? 'Draft variant' : `${drafts} draft variants`}</Badge>}
        </div>
      )}
    </div>
  )
}

const Mark = ({ icon, text }: { readonly icon: React.ReactNode; readonly text: string }) => (
  <span className="flex items-center gap-1 [&_svg]:size-3.5">
    {icon}
    {text}
  </span>
)
