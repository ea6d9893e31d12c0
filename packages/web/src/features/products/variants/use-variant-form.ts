import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Edits } from '../../../kit/form/draft-store.ts'
import { resolverFor, showEdits } from '../../../kit/form/form-check.ts'
import type { KeysHandle } from '../stock/keys-editor.tsx'
import { type VariantBase, type VariantForm, applyVariantOnTop, pickScalars, prepareVariant, scalarNames, scalarsOf } from './form.ts'

/** How long typing rests before the keys are compared with the stored ones. */
const restMs = 200

/** A variant's edits, held until Save Variant. The text of the keys stays in its own editor: it may have 100,000 lines. */
export function useVariantForm(stored: VariantBase, keys: RefObject<KeysHandle | null>) {
  const [base, setBase] = useState(stored)
  const current = useRef(base)
  const isBehind = useRef(false)
  const readKeys = () => keys.current?.read() ?? current.current.keys
  const form = useForm<VariantForm>({
    defaultValues: scalarsOf(base),
    // The keys are checked when they are sent.
    resolver: resolverFor((values) => prepareVariant({ ...values, keys: '' }).problems),
    shouldFocusError: false,
  })
  const shown = useWatch({ control: form.control }) as VariantForm
  const [areKeysEdited, setKeysEdited] = useState(false)
  const [keyEdits, setKeyEdits] = useState(0)

  const read = (): VariantForm => ({ ...form.getValues(), keys: readKeys() })
  const rebase = (next: VariantBase) => {
    current.current = next
    setBase(next)
  }
  const showScalars = (from: VariantForm, mine: VariantForm) =>
    showEdits(
      form,
      scalarsOf(from),
      Object.fromEntries(scalarNames.flatMap((name) => (mine[name] === from[name] ? [] : [[name, mine[name]]]))),
    )

  const show = (next: VariantForm, from: VariantBase) => {
    isBehind.current = false
    rebase(from)
    showScalars(from, next)
    setKeysEdited(next.keys !== from.keys)
    keys.current?.write(next.keys)
  }

  /** Takes in what a refetch brought, unless both sides changed something: saving is then refused and the person gets to choose. */
  const takeIn = useEffectEvent((theirs: VariantBase) => {
    const before = current.current
    const mine = read()
    const isOlder = before.version !== undefined && theirs.version !== undefined && theirs.version < before.version
    const clashes = fieldNames.some(
      (field) => mine[field] !== before[field] && theirs[field] !== before[field] && theirs[field] !== mine[field],
    )
    if (theirs === before || isOlder) return
    if (isBehind.current) return show(applyVariantOnTop(before, mine, theirs), theirs)
    if (clashes) return
    rebase(theirs)
    showScalars(theirs, {
      ...mine,
      ...pickScalars((name) => (mine[name] === before[name] ? theirs[name] : mine[name])),
    })
    if (mine.keys === before.keys && mine.keys !== theirs.keys) keys.current?.write(theirs.keys)
  })
  useEffect(() => takeIn(stored), [stored])

  /** An edit that was taken back does not count. Comparing waits until typing rests: the text may be large. */
  const compareKeys = useEffectEvent(() => setKeysEdited(readKeys() !== current.current.keys))
  useEffect(() => {
    if (keyEdits === 0) return undefined
    const timer = setTimeout(compareKeys, restMs)
    return () => clearTimeout(timer)
  }, [keyEdits])

  return {
    form,
    base,
    isEdited: scalarNames.some((name) => shown[name] !== base[name]) || areKeysEdited,
    areKeysEdited,
    read,
    /** What the edits are edits of, also right after `show`. */
    from: () => current.current,
    keysEdited: () => {
      form.clearErrors('keys')
      setKeysEdited(true)
      setKeyEdits((before) => before + 1)
    },
    saved: (sent: VariantForm, version: number | undefined) => {
      const mine = read()
      // What was seen stays as it was until the answer's own list of keys is shown.
      rebase({ ...sent, version: version ?? current.current.version, keysSeen: current.current.keysSeen })
      showScalars(sent, mine)
      setKeysEdited(mine.keys !== sent.keys)
    },
    /** Shows these values as edits of what is stored. */
    show,
    /** The stock was changed from here, and what is stored is not known: once it is, the edits go on top of it. */
    expectStored: () => void (isBehind.current = true),
    restore: ({ base: before, edits, version }: Edits) => {
      const from: VariantBase = { ...current.current, ...before, version }
      rebase(from)
      showScalars(from, { ...from, ...edits })
    },
  }
}

export type VariantEditing = ReturnType<typeof useVariantForm>

const fieldNames = [...scalarNames, 'keys'] as const
