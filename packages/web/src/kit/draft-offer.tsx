import { Button } from './button.tsx'
import { formatMoment } from './format.ts'

interface Props {
  /** What the changes are changes of, where that is not clear from the place. */
  readonly what?: string
  readonly at: string
  readonly onRestore: () => void
  readonly onDiscard: () => void
}

/** Asks what to do with unsaved edits. It stays out of the way of a field (styles/draft-offer.css). */
export const DraftOffer = ({ what, at, onRestore, onDiscard }: Props) => (
  <section
    aria-label="Unsaved changes of an earlier visit"
    data-draft-offer
    // Sticky, because a reload may return to the middle of a long page.
    className="sticky top-[calc(var(--header-height)+0.5rem)] z-10 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent bg-surface px-4 py-3"
  >
    <p className="min-w-0 flex-1">
      Restore unsaved changes{what === undefined ? '' : ` to ${what}`} from {formatMoment(at)}?
    </p>
    <div className="flex gap-2">
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
      <Button size="sm" variant="primary" onClick={onRestore}>
        Restore
      </Button>
    </div>
  </section>
)
