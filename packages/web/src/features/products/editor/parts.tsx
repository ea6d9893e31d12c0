import type { Product } from '@keydesk/contract'
import { CirclePause, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../kit/controls/button.tsx'
import { Badge } from '../../../kit/feedback/badge.tsx'
import { SkeletonLines } from '../../../kit/feedback/loading.tsx'
import { Panel } from '../../../kit/layout/card.tsx'
import { WhenNear } from '../../../kit/layout/when-near.tsx'
import { useSetSearchParams } from '../../../kit/search-params.ts'
import { ThingHistory, useUndoDeletion } from '../../history/parts.tsx'
import { StatusBadges } from '../parts.tsx'

/** On narrow screens the badges have their own line, whose space is kept while the product loads. */
export const ProductStatuses = ({ product }: { readonly product: Product | undefined }) => (
  <div className="flex min-h-5 flex-wrap gap-1.5 max-md:basis-full">
    {product && (
      <>
        <StatusBadges product={product} />
        {product.unlisted && <Badge tone="neutral">Unlisted</Badge>}
        {product.featured && <Badge tone="neutral">Featured</Badge>}
      </>
    )}
  </div>
)

/** Shows that sales are paused, and how to resume them. */
export const SalesPausedBanner = ({ canEnd = true }: { /** The person may resume sales. */ readonly canEnd?: boolean }) => (
  <p role="note" className="mb-4 flex items-start gap-2 rounded-card bg-yellow-hue/15 px-4 py-3 text-yellow">
    <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span>
      <strong className="font-medium">Sales are paused.</strong> The store shows this product and refuses to sell it; pending orders can
      still be paid.
      {canEnd && (
        <>
          {' '}
          Turn Sales Paused off under{' '}
          <a href="#filters" className="underline">
            Filters
          </a>{' '}
          to sell it again.
        </>
      )}
    </span>
  </p>
)

interface DeletedNoteProps {
  readonly kind: 'product' | 'variant'
  readonly id: number
  /** What that means here. */
  readonly children: ReactNode
}

/** Says that what is shown was deleted, and where it can be restored. */
export function DeletedNote({ kind, id, children }: DeletedNoteProps) {
  const change = useSetSearchParams()
  const canRestore = useUndoDeletion(kind) !== undefined
  const showActivity = () => void change({ panel: 'activity', activity_thing: kind, activity_id: id }, { isStep: true })
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-yellow-hue/15 px-4 py-3 text-yellow">
      <Trash2 aria-hidden className="size-4 shrink-0" />
      <p className="min-w-48 flex-1">
        <strong className="font-medium">This {kind} was deleted.</strong> {children}
      </p>
      {canRestore && (
        <Button size="sm" onClick={showActivity}>
          Restore in Activity
        </Button>
      )}
    </div>
  )
}

/** As high as the skeleton of the rows, which follows it. */
const historySkeleton = (
  <div className="h-56">
    <SkeletonLines lines={4} />
  </div>
)

/** The activity of a product: the last section of its page. */
export const HistoryPanel = ({ id }: { readonly id: number }) => (
  <Panel id="history" title="History" description="Every change of this product. Its variants have a history of their own.">
    <WhenNear placeholder={historySkeleton}>
      <ThingHistory kind="product" id={id} placeholder={historySkeleton} isLate />
    </WhenNear>
  </Panel>
)
