import { type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { DraftOffer, DraftOwner } from './draft-offer.tsx'
import {
  type Draft,
  type Edits,
  type IsSame,
  editsLeft,
  mergeEdits,
  pickEdits,
  readDraft,
  removeDraft,
  watchDraft,
  writeDraft,
} from './draft-store.ts'
import { isSameValue } from './form-check.ts'

interface Options<Values extends FieldValues> {
  /** What is edited: `coupon:12`. Null for no draft. */
  readonly thing: string | null
  readonly form: UseFormReturn<Values>
  /** The stored values that the edits are based on. */
  readonly base: Values
  readonly version: number | undefined
  /** Fields that are never stored in a draft. */
  readonly except?: readonly (keyof Values)[]
  /** Whether two values of a field are the same to a person. */
  readonly isSame?: IsSame
  /** Fields that only make sense together: if one is edited, the draft has all of them. */
  readonly tied?: { readonly [Name in keyof Values]?: readonly string[] }
  readonly onRestore: (draft: Edits) => void
}

/** Edits are stored after typing has paused for this long. */
const debounceMs = 300

/** Edits of an earlier visit or of another tab. They stay in the draft; edits of this form win over them. */
interface EarlierEdits {
  readonly draft: Draft | null
  /** They were stored before this form opened: ask the person about them. */
  readonly isOffered: boolean
}

/**
 * Stores the unsaved edits of a form as a draft, and offers the draft of an earlier visit: after a reload, a crash, a lost session or a
 * closed tab. Until the person answers, the draft has both the offered and the new edits. Render `offer` above the form. Call `saved` with
 * the fields whose edits were saved, and `forget` when the form closes and its edits are dropped.
 */
export function useDraft<Values extends FieldValues>(options: Options<Values>) {
  const { thing, form, base, version, except = [], isSame = isSameField, tied, onRestore } = options
  const owner = use(DraftOwner)
  const [earlier, setEarlier] = useState<EarlierEdits>(() => {
    const draft = thing === null ? null : readDraft(owner, thing)
    return { draft, isOffered: draft !== null }
  })
  /** The same as `earlier`, readable before the next render. */
  const current = useRef(earlier)
  const isForgotten = useRef(false)

  const setDraft = (draft: Draft | null, isOffered = current.current.isOffered) => {
    current.current = { draft, isOffered: isOffered && draft !== null }
    setEarlier(current.current)
  }
  const typed = (): Edits | null => {
    const values = form.getValues()
    const isTyped = (field: string) => !except.includes(field) && !isSame(field, base[field], values[field])
    return pickEdits({ version, base, edits: values }, (field) => isTyped(field) || tied?.[field]?.some(isTyped) === true)
  }
  const write = (edits: Edits | null) => {
    if (thing === null) return
    if (edits === null) removeDraft(owner, thing)
    else writeDraft(owner, thing, edits)
  }

  const storeDraft = useEffectEvent(() => {
    if (!isForgotten.current) write(mergeEdits(current.current.draft, typed()))
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const storeNow = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      storeDraft()
    }
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(storeNow, debounceMs)
      },
    })
    window.addEventListener('pagehide', storeNow)
    return () => {
      storeNow()
      unsubscribe()
      window.removeEventListener('pagehide', storeNow)
    }
  }, [form])

  /** Removes an edit from the draft once it is stored, even if the field is changed again later. */
  const dropStored = useEffectEvent((stored: Values, storedVersion: number | undefined) => {
    const { draft } = current.current
    const left = draft && editsLeft(draft, stored, storedVersion, isSame)
    if (isSameValue(left, draft)) return
    setDraft(left)
    storeDraft()
  })
  useEffect(() => dropStored(base, version), [base, version])

  const takeInOtherTab = useEffectEvent((draft: Draft | null) => {
    const shown = form.getValues()
    const left = draft && editsLeft(draft, base, version, isSame)
    // Edits that this form shows already came from this tab.
    setDraft(left && pickEdits(left, (field) => !isSame(field, left.edits[field], shown[field])))
    // All tabs share one draft: the edits of this form must stay in it.
    const mine = typed()
    if (mine && pickEdits(mine, (field) => draft === null || !(field in draft.edits))) storeDraft()
  })
  useEffect(() => (thing === null ? undefined : watchDraft(owner, thing, takeInOtherTab)), [owner, thing])

  /** Ends the offer. Removing the draft first makes other tabs stop offering it. */
  const answer = (edits: Edits | null) => {
    setDraft(null)
    write(null)
    if (edits !== null) write(edits)
  }
  const restore = () => {
    const edits = mergeEdits(current.current.draft, typed())
    if (current.current.draft !== null && edits !== null) onRestore(edits)
    answer(edits)
  }
  const saved = (fields: readonly string[]) => {
    const { draft } = current.current
    setDraft(draft && pickEdits(draft, (field) => !fields.includes(field)))
  }
  const forget = () => {
    isForgotten.current = true
    write(current.current.draft)
  }
  const left = earlier.isOffered && earlier.draft ? editsLeft(earlier.draft, base, version, isSame) : null
  const offer: ReactNode = left && <DraftOffer at={left.at} onRestore={restore} onDiscard={() => answer(typed())} />
  return { offer, restore, saved, forget }
}

const isSameField: IsSame = (_, a, b) => isSameValue(a, b)
