import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The search part of the address, typed by the routes (`routes/`): that of the screen, and that of panels and drawers over it. */
export const useSearchParams = () => useSearch({ strict: false })

type SearchParams = ReturnType<typeof useSearchParams>

interface Options {
  /** Back returns to the address before. Without it the history entry is replaced, as by a filter. */
  readonly isStep?: boolean
}

/** Changes some of the search part, and keeps the rest. What is undefined is left out of the address. */
export function useSetSearchParams() {
  const navigate = useNavigate()
  return (changes: SearchParams, { isStep = false }: Options = {}) =>
    navigate({ to: '.', search: (before) => ({ ...before, ...changes }), replace: !isStep, resetScroll: false })
}

/** How long typing pauses before the address follows. */
const pauseMs = 200

interface TextOptions {
  /** What else changes with it, such as the page number. */
  readonly also?: SearchParams
  /**
   * Asked before a text goes into the address; one that may not, such as a secret, stays in the input alone. `isOver`: the text has been
   * changed since.
   */
  readonly mayShow?: (text: string, isOver: () => boolean) => Promise<boolean>
}

/**
 * The text that is searched for (`?q=`), typed letter by letter: the input shows each letter at once, the address follows when typing
 * pauses. A change of the address by other means (Back, 'Clear filters') shows in the input.
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
    const timer = setTimeout(() => void store(typed, () => isOver), pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text])
  return [text, setText]
}
