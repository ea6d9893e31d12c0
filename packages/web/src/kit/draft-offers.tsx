import { use, useSyncExternalStore } from 'react'
import { DraftOffer } from './draft-offer.tsx'
import { listDrafts, readDraft, removeDraft, subscribeToDrafts } from './draft-store.ts'
import { DraftOwner } from './use-draft.tsx'

interface Props {
  /** `coupon` for drafts of `coupon:12` and `coupon:new`. */
  readonly kind: string
  /** How a person calls the thing with this id, or null where there is none any more. */
  readonly nameOf: (id: number) => string | null
  /** Opens the dialog of a thing, or of a new one, with the draft in it. */
  readonly onRestore: (id: number | null) => void
}

/** Offers the drafts of a list's dialogs, on the page, since after a reload no dialog is open. */
export function DraftOffers({ kind, nameOf, onRestore }: Props) {
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
