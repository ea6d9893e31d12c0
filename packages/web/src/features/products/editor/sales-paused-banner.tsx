import { CirclePause } from 'lucide-react'

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
