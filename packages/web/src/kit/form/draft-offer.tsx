import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, createContext, use, useSyncExternalStore } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
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

/** The buttons disappear: first gives the focus to the part around them that can have it, so that Tab goes on from there. */
const leaving = (answer: () => void) => (event: MouseEvent) => {
  event.currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
  answer()
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
      <Button size="sm" variant="ghost" onClick={leaving(onDiscard)}>
        Discard
      </Button>
      <Button size="sm" variant="primary" onClick={leaving(onRestore)}>
        Restore
      </Button>
    </div>
  </section>
)

interface DraftOffersProps<Row> {
  /** `coupon` for drafts of `coupon:12` and `coupon:new`. */
  readonly kind: string
  /** The word for it on screen, if that is not the kind. */
  readonly noun?: string
  /** The rows of the list that are loaded; undefined before its first answer. */
  readonly rows: readonly Row[] | undefined
  /** Fetches a row that is not loaded; without it, or if there is none, its draft is not offered. */
  readonly find?: (id: number) => Promise<Row | undefined>
  readonly nameOf: (row: Row) => string
  /** Opens the dialog of a thing, or of a new one, with the draft. */
  readonly onRestore: (row: Row | undefined) => void
}

/** Offers the drafts of a list's dialogs on the page, because after a reload no dialog is open. */
export function DraftOffers<Row extends { readonly id: number }>({
  kind,
  noun = kind,
  rows,
  find,
  nameOf,
  onRestore,
}: DraftOffersProps<Row>) {
  const owner = use(DraftOwner)
  const things = useSyncExternalStore(subscribeToDrafts, () => listDrafts(owner, kind).join())
  return things.split(',').map((thing) => {
    const draft = thing === '' ? null : readDraft(owner, thing)
    if (draft === null) return null
    const offer = { at: draft.at, onDiscard: () => removeDraft(owner, thing) }
    if (thing.endsWith(':new')) return <DraftOffer key={thing} {...offer} what={`a new ${noun}`} onRestore={() => onRestore(undefined)} />
    const row = rows?.find(({ id }) => thing === `${kind}:${id}`)
    if (row) return <DraftOffer key={thing} {...offer} what={nameOf(row)} onRestore={() => onRestore(row)} />
    if (rows === undefined || find === undefined) return null
    return <FetchedOffer key={thing} {...offer} thing={thing} find={find} nameOf={nameOf} onRestore={onRestore} />
  })
}

interface FetchedOfferProps<Row> extends Required<Pick<DraftOffersProps<Row>, 'find' | 'nameOf' | 'onRestore'>> {
  readonly thing: string
  readonly at: string
  readonly onDiscard: () => void
}

/** The offer for a row that is on a later page of its list. */
function FetchedOffer<Row>({ thing, find, nameOf, onRestore, ...offer }: FetchedOfferProps<Row>) {
  const id = Number(thing.slice(thing.indexOf(':') + 1))
  const { data: row } = useQuery({ queryKey: queryKeys.drafted(thing), queryFn: async () => (await find(id)) ?? null, retry: false })
  return row && <DraftOffer {...offer} what={nameOf(row)} onRestore={() => onRestore(row)} />
}
