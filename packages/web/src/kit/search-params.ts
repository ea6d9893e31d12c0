import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The search parameters of the screen and of panels and drawers over it, typed by the routes (`routes/`). */
export const useSearchParams = () => useSearch({ strict: false })

export type SearchParams = ReturnType<typeof useSearchParams>

interface Options {
  /** Adds a history entry, so that Back returns. Otherwise the entry is replaced, as by a filter. */
  readonly isStep?: boolean
}

/** Changes some search parameters and keeps the others. An undefined one is removed from the address. */
export function useSetSearchParams() {
  const navigate = useNavigate()
  return (changes: SearchParams, { isStep = false }: Options = {}) =>
    navigate({ to: '.', search: (before) => ({ ...before, ...changes }), replace: !isStep, resetScroll: false })
}

/**
 * Closes what the address has over the screen, with these changes. If the entry below in the history is the same screen without it, that is
 * a step back, so that Back does not lead through drawers that were closed; otherwise the entry is replaced. The page stays where it is
 * scrolled to.
 */
export function useCloseOver() {
  const router = useRouter()
  const change = useSetSearchParams()
  return (changes: SearchParams): void => {
    const { href } = router.buildLocation({ to: '.', search: (before) => ({ ...before, ...changes }) })
    const below = entryBelow()
    if (below?.url !== new URL(href, location.origin).href) return void change(changes)
    const { scrollX, scrollY } = window
    const stop = router.subscribe('onRendered', ({ toLocation }) => {
      stop()
      // The router has restored where the page was scrolled to when this was opened.
      if (toLocation.href === href) scrollTo(scrollX, scrollY)
    })
    // The browser takes one step for several calls before it is there.
    navigation.traverseTo(below.key).committed?.catch(stop)
  }
}

/** Undefined at the start of the visit, after another document, and in a browser that does not tell. */
function entryBelow(): NavigationHistoryEntry | undefined {
  if (!('navigation' in window)) return undefined
  const below = navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  return below?.sameDocument === true ? below : undefined
}

/** The address changes after typing has paused for this long. */
const debounceMs = 200

interface TextOptions {
  /** Other parameters to change with the text, such as the page number. */
  readonly also?: SearchParams
  /**
   * Decides whether a text may be in the address; otherwise it stays in the input only, like a secret. `isOver`: whether the text has changed
   * meanwhile.
   */
  readonly mayShow?: (text: string, isOver: () => boolean) => Promise<boolean>
}

/**
 * The searched text (`?q=`). The input shows each letter at once, the address changes when typing pauses. A change of the address by other
 * means (Back, 'Clear filters') shows in the input.
 */
export function useSearchText({ also = {}, mayShow }: TextOptions = {}): readonly [string, (text: string) => void] {
  const change = useSetSearchParams()
  const stored = useSearchParams().q ?? ''
  const [text, setText] = useState(stored)
  const sent = useRef(stored)
  const store = useEffectEvent(async (typed: string, isOver: () => boolean) => {
    const shown = typed === '' || mayShow === undefined || (await mayShow(typed, isOver)) ? typed : ''
    if (isOver() || shown === sent.current) return
    sent.current = shown
    void change({ ...also, q: shown === '' ? undefined : shown })
  })
  useEffect(() => {
    if (stored === sent.current) return
    sent.current = stored
    setText(stored)
  }, [stored])
  useEffect(() => {
    const typed = text.trim()
    if (typed === sent.current) return undefined
    let isOver = false
    const timer = setTimeout(() => void store(typed, () => isOver), debounceMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text])
  return [text, setText]
}
