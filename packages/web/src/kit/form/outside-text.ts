import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** A text in an editor of its own, too long for the form, which holds an empty one in its place. No draft keeps it. */
export interface OutsideText<Base, Values> {
  readonly field: keyof Values & string
  readonly editor: RefObject<{ readonly read: () => string; readonly write: (text: string) => void } | null>
  /** It is looked through when it is sent. */
  readonly check: (values: Values, base: Base) => string | undefined
}

/** How long typing rests before the text is compared. */
const restMs = 200

/** Reads and writes the text, and knows whether it is edited. `storedIn` answers the values that it is an edit of. */
export function useOutsideText<Base, Values extends object>(outside: OutsideText<Base, Values> | undefined, storedIn: () => Values) {
  const [isEdited, setEdited] = useState(false)
  const [edits, setEdits] = useState(0)
  const stored = () => (outside === undefined ? '' : String(storedIn()[outside.field]))
  const read = () => outside?.editor.current?.read() ?? stored()
  /** An edit that was taken back does not count. Comparing waits until typing rests: the text may be large. */
  const compare = useEffectEvent(() => setEdited(read() !== stored()))
  useEffect(() => {
    if (edits === 0) return undefined
    const timer = setTimeout(compare, restMs)
    return () => clearTimeout(timer)
  }, [edits])

  return {
    field: outside?.field,
    isEdited,
    /** The person typed in it. */
    typed: () => {
      setEdited(true)
      setEdits((before) => before + 1)
    },
    /** These values with the text as it is in its editor. */
    addTo: (values: Values): Values => (outside === undefined ? values : { ...values, [outside.field]: read() }),
    showIn: (values: Values) => {
      if (outside === undefined) return
      const text = String(values[outside.field])
      setEdited(text !== stored())
      if (read() !== text) outside.editor.current?.write(text)
    },
  }
}
