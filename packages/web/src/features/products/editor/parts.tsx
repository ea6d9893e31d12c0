import type { Product } from '@keydesk/contract'
import { Badge } from '../../../kit/feedback/badge.tsx'
import { Panel } from '../../../kit/layout/card.tsx'
import { WhenNear } from '../../../kit/layout/when-near.tsx'
import { ThingHistory } from '../../history/parts.tsx'
import { detectionTone, updateTone } from '../format.ts'

/** On narrow screens the badges have their own line, whose space is kept while the product loads. */
export const ProductStatuses = ({ product }: { readonly product: Product | undefined }) => (
  <div className="flex min-h-5 flex-wrap gap-1.5 max-md:basis-full">{product && <Statuses product={product} />}</div>
)

const Statuses = ({ product }: { readonly product: Product }) => (
  <>
    {product.detection_status && <Badge tone={detectionTone(product.detection_status)}>{product.detection_status}</Badge>}
    {product.update_status && <Badge tone={updateTone(product.update_status)}>{product.update_status}</Badge>}
    {product.unlisted && <Badge tone="neutral">Unlisted</Badge>}
    {product.featured && <Badge tone="neutral">Featured</Badge>}
  </>
)

/** The activity of a product: the last section of its page. */
export const HistoryPanel = ({ id }: { readonly id: number }) => (
  <Panel id="history" title="History" description="Every change of this product. Its variants have a history of their own.">
    <WhenNear placeholder={<div className="h-40" />}>
      <ThingHistory kind="product" id={id} />
    </WhenNear>
  </Panel>
)
