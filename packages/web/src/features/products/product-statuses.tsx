import type { Product } from '@keydesk/contract'
import { Badge } from '../../kit/badge.tsx'
import { detectionTone, updateTone } from './product-summary.ts'

export const ProductStatuses = ({ product }: { readonly product: Product }) => (
  <div className="flex flex-wrap gap-1.5">
    {product.detection_status && <Badge tone={detectionTone(product.detection_status)}>{product.detection_status}</Badge>}
    {product.update_status && <Badge tone={updateTone(product.update_status)}>{product.update_status}</Badge>}
    {product.unlisted && <Badge tone="neutral">Unlisted</Badge>}
    {product.featured && <Badge tone="neutral">Featured</Badge>}
  </div>
)
