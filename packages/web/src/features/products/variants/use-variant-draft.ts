import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { KeysHandle } from '../keys/keys-handle.ts'
import type { VariantBase, VariantForm } from './variant-form.ts'

/** How long typing rests before the keys are compared with the stored ones. */
const restMs = 200

/** A variant's edits, held here until Save Variant (spec section 4). The keys' text itself stays in its editor. */
export function useVariantDraft(stored: VariantBase, keys: RefObject<KeysHandle | null>) {
  const [base, setBase] = useState(stored)
  const [name, setName] = useState(base.name)
  const [price, setPrice] = useState(base.price)
  const [areKeysEdited, setKeysEdited] = useState(false)
  const [keyEdits, setKeyEdits] = useState(0)
  const [seen, setSeen] = useState(stored)

  /** Takes in what a refetch brought, unless both sides changed something: saving is then refused and the person gets to choose. */
  const takeIn = (theirs: VariantBase) => {
    const isOlder = base.version !== undefined && theirs.version !== undefined && theirs.version < base.version
    const isNameMine = name !== base.name
    const isPriceMine = price !== base.price
    const clashes = [
      isNameMine && theirs.name !== base.name && theirs.name !== name,
      isPriceMine && theirs.price !== base.price && theirs.price !== price,
      areKeysEdited && theirs.keys !== base.keys,
    ]
    if (isOlder || clashes.includes(true)) return
    setBase(theirs)
    if (!isNameMine) setName(theirs.name)
    if (!isPriceMine) setPrice(theirs.price)
  }
  if (seen !== stored) {
    setSeen(stored)
    takeIn(stored)
  }

  /** The editor follows what is stored for as long as nobody edits in it. */
  const follow = useEffectEvent((text: string) => {
    if (!areKeysEdited && keys.current !== null && keys.current.read() !== text) keys.current.write(text)
  })
  useEffect(() => follow(base.keys), [base.keys])

  /** An edit that was taken back is none. Comparing waits for a rest: the text may be large. */
  const compareKeys = useEffectEvent(() => setKeysEdited((keys.current?.read() ?? base.keys) !== base.keys))
  useEffect(() => {
    if (keyEdits === 0) return undefined
    const timer = setTimeout(compareKeys, restMs)
    return () => clearTimeout(timer)
  }, [keyEdits])

  return {
    base,
    name,
    price,
    isEdited: name !== base.name || price !== base.price || areKeysEdited,
    form: (): VariantForm => ({ name, price, keys: keys.current?.read() ?? base.keys }),
    setName,
    setPrice,
    keysEdited: () => {
      setKeysEdited(true)
      setKeyEdits((before) => before + 1)
    },
    saved: (sent: VariantForm, version: number | undefined) => {
      setBase({ ...sent, version: version ?? base.version })
      setKeysEdited(keys.current?.read() !== sent.keys)
    },
    /** Shows these values as edits of what is stored. */
    show: (next: VariantForm, from: VariantBase) => {
      setBase(from)
      setName(next.name)
      setPrice(next.price)
      setKeysEdited(next.keys !== from.keys)
      keys.current?.write(next.keys)
    },
  }
}
