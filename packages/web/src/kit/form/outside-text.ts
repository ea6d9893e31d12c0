import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** A text that is too long for the form and lives in its own editor. The form has an empty text for it, and drafts leave it out. */
export interface OutsideText<Base, Values> {
  readonly field: keyof Values & string
  readonly editor: RefObject<{ readonly read: () => string; readonly write: (text: string) => void } | null>
  /** Runs only on submit. */
  readonly check: (values: Values, base: Base) => string | undefined
}

/** The text is compared after typing has paused for this long. */
const debounceMs = 200

/** Reads and writes the text, and compares it with the stored one. `storedIn` returns the stored values. */
export function useOutsideText<Base, Values extends object>(outside: OutsideText<Base, Values> | undefined, storedIn: () => Values) {
  const [isEdited, setEdited] = useState(false)
  const [edits, setEdits] = useState(0)
  const stored = () => (outside === undefined ? '' : String(storedIn()[outside.field]))
  const read = () => outside?.editor.current?.read() ?? stored()
  /** A reverted edit does not count. Debounced, because the text may be large. */
  const compare = useEffectEvent(() => setEdited(read() !== stored()))
  useEffect(() => {
    if (edits === 0) return undefined
    const timer = setTimeout(compare, debounceMs)
    return () => clearTimeout(timer)
  }, [edits])

  return {
    field: outside?.field,
    isEdited,
    /** Call on each edit of the text. */
    typed: () => {
      setEdited(true)
      setEdits((before) => before + 1)
    },
    /** The values with the current text of the editor. */
    addTo: (values: Values): Values => (outside === undefined ? values : { ...values, [outside.field]: read() }),
    showIn: (values: Values) => {
      if (outside === undefined) return
      const text = String(values[outside.field])
      setEdited(text !== stored())
      if (read() !== text) outside.editor.current?.write(text)
    },
  }
}
