import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAddress } from '../../kit/use-address.ts'
import { noFilters, readFilters, readOrder } from './order-address.ts'

/** How long typing must pause before the server is asked. */
const pauseMs = 250

/** What the screen shows, as the address says: `?q=ann&status=pending&from=2026-01-01&order=12`. */
export function useOrderAddress() {
  const address = useAddress()
  const filters = readFilters(address.get)
  const change = (changes: Partial<typeof noFilters>) => void address.change(changes)
  const [typed, setTyped] = useTyped(filters.q ?? '', (q) => change({ q }))
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    /** What stands in the search field, which is ahead of the address while somebody types. */
    typed,
    setTyped,
    change,
    clear: () => {
      setTyped('')
      change(noFilters)
    },
    order: readOrder(address.get),
    closeOrder: () => void address.change({ order: '' }),
  }
}

/** Text that is stored once typing pauses; a change of what is stored by others shows at once, one of our own undoes no letter. */
function useTyped(stored: string, store: (text: string) => void) {
  const [text, setText] = useState(stored)
  const sent = useRef(stored)
  const save = useEffectEvent(store)
  useEffect(() => {
    if (stored === sent.current) return
    sent.current = stored
    setText(stored)
  }, [stored])
  useEffect(() => {
    if (text.trim() === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = text.trim()
      save(sent.current)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
