import type { Product } from '@keydesk/contract'
import { Badge } from '../../kit/feedback/badge.tsx'
import { detectionTone, updateTone } from './format.ts'

/** What customers must know of a product, as badges. */
export const StatusBadges = ({ product }: { readonly product: Product }) => (
  <>
    {product.detection_status && <Badge tone={detectionTone(product.detection_status)}>{product.detection_status}</Badge>}
    {product.update_status && <Badge tone={updateTone(product.update_status)}>{product.update_status}</Badge>}
    {product.sales_paused && <Badge tone="red">Sales paused</Badge>}
  </>
)
