import { createContext, use, useSyncExternalStore } from 'react'
import { Button } from '../controls/button.tsx'
import { formatMoment } from '../text/format.ts'
import { listDrafts, readDraft, removeDraft, subscribeToDrafts } from './draft-store.ts'

/** The person whose drafts are stored and offered. */
export const DraftOwner = createContext('')

interface DraftOfferProps {
  /** The changed thing, if it is not clear from the place of the offer. */
  readonly what?: string
  readonly at: string
  readonly onRestore: () => void
  readonly onDiscard: () => void
}

/** Asks what to do with unsaved edits. It stays out of the way of a field (styles/draft-offer.css). */
export const DraftOffer = ({ what, at, onRestore, onDiscard }: DraftOfferProps) => (
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

interface DraftOffersProps {
  /** `coupon` for drafts of `coupon:12` and `coupon:new`. */
  readonly kind: string
  /** The name of the thing with this id, or null if it is gone. */
  readonly nameOf: (id: number) => string | null
  /** Opens the dialog of a thing, or of a new one, with the draft. */
  readonly onRestore: (id: number | null) => void
}

/** Offers the drafts of a list's dialogs on the page, because after a reload no dialog is open. */
export function DraftOffers({ kind, nameOf, onRestore }: DraftOffersProps) {
  const owner = use(DraftOwner)
  const things = useSyncExternalStore(subscribeToDrafts, () => listDrafts(owner, kind).join())
  const offers = things.split(',').flatMap((thing) => {
    const draft = thing === '' ? null : readDraft(owner, thing)
    const id = thing.endsWith(':new') ? null : Number(thing.slice(kind.length + 1))
    const what = id === null ? `a new ${kind}` : nameOf(id)
    return draft === null || what === null ? [] : [{ thing, id, what, at: draft.at }]
  })
  return offers.map(({ thing, id, what, at }) => (
    <DraftOffer key={thing} what={what} at={at} onRestore={() => onRestore(id)} onDiscard={() => removeDraft(owner, thing)} />
  ))
}
