import { createContext, use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from './button.tsx'
import { readDraft, removeDraft, writeDraft, type Draft } from './draft-store.ts'
import { changedFields } from './form-edits.ts'
import { formatMoment } from './format.ts'

/** Whose drafts are kept and offered. */
export const DraftOwner = createContext('')

interface Options<Values extends FieldValues> {
  /** What is edited, such as `coupon:12`; null keeps no draft. */
  readonly thing: string | null
  readonly form: UseFormReturn<Values>
  /** The stored values that the edits are edits of, and their version. */
  readonly base: Values
  readonly version: number | undefined
  /** Fields that are never kept. */
  readonly except?: readonly (keyof Values)[]
  readonly onRestore: (draft: Draft) => void
}

/** How long typing pauses before the edits are kept. */
const pauseMs = 300

/**
 * Keeps the unsaved edits of a form as a draft, and offers the draft of an earlier visit: after a reload, a crash, a lost session or a
 * closed tab. Show `offer` above the form. Call `forget` when the edits are saved or discarded.
 */
export function useDraft<Values extends FieldValues>({ thing, form, base, version, except = [], onRestore }: Options<Values>) {
  const owner = use(DraftOwner)
  const [offered, setOffered] = useState(() => (thing === null ? null : readDraft(owner, thing)))
  const isForgotten = useRef(false)

  const keep = useEffectEvent(() => {
    if (isForgotten.current || thing === null) return
    const values = form.getValues()
    const fields = changedFields(base, values).filter((field) => !except.includes(field))
    const pick = (from: Values) => Object.fromEntries(fields.map((field) => [field, from[field]]))
    if (fields.length > 0) writeDraft(owner, thing, { version, base: pick(base), edits: pick(values) })
    else if (offered === null) removeDraft(owner, thing)
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keepNow = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      keep()
    }
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(keepNow, pauseMs)
      },
    })
    window.addEventListener('pagehide', keepNow)
    return () => {
      keepNow()
      unsubscribe()
      window.removeEventListener('pagehide', keepNow)
    }
  }, [form])

  const restore = () => {
    if (offered !== null) onRestore(offered)
    setOffered(null)
  }
  const drop = () => {
    if (thing !== null) removeDraft(owner, thing)
    setOffered(null)
  }
  const forget = () => {
    isForgotten.current = true
    drop()
  }
  const offer: ReactNode = offered && <DraftOffer at={offered.at} onRestore={restore} onDiscard={drop} />
  return { offer, restore, forget }
}

interface OfferProps {
  /** What the changes are changes of, where that is not clear from the place. */
  readonly what?: string
  readonly at: string
  readonly onRestore: () => void
  readonly onDiscard: () => void
}

export const DraftOffer = ({ what, at, onRestore, onDiscard }: OfferProps) => (
  <section
    aria-label="Unsaved changes of an earlier visit"
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
