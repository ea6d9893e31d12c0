import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

type Search = Readonly<Record<string, unknown>>
type Changes = Readonly<Record<string, string | number>>

/** The search part of the address, as texts. What is empty stays out of it. */
export function useAddress() {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (to: (before: Search) => Search, replace: boolean) =>
    navigate({ to: '.', search: (before: Search) => withoutEmpty(to(before)), replace, resetScroll: false })
  return {
    get: (name: string): string => addressText(search[name]),
    /** Changes some and keeps the others. Replaces the history entry, as a filter does. */
    change: (changes: Changes) => go((before) => ({ ...before, ...changes }), true),
    /** As `change`, but Back returns to the address before. */
    go: (changes: Changes) => go((before) => ({ ...before, ...changes }), false),
    /** Takes those out that the function names, and keeps the others. Replaces the history entry. */
    clear: (isCleared: (name: string) => boolean) =>
      go((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !isCleared(name))), true),
    /** Starts over with these alone, as a tab does. Back returns to the address before. */
    start: (values: Changes) => go(() => values, false),
  }
}

/** How long typing pauses before the address follows. */
const pauseMs = 200

/**
 * One text of the address, typed letter by letter: the input shows each letter at once, the address follows when typing pauses. A change
 * of the address by other means (Back, 'Clear filters') shows in the input.
 * @param also what else changes with it, such as the page number
 * @param mayShow asked before a text goes into the address; one that may not, such as a secret, stays in the input alone. `isOver`: the
 *   text has been changed since
 */
export function useAddressText(
  name: string,
  also: Changes = {},
  mayShow?: (text: string, isOver: () => boolean) => Promise<boolean>,
): readonly [string, (text: string) => void] {
  const address = useAddress()
  const stored = address.get(name)
  const [text, setText] = useState(stored)
  const sent = useRef(stored)
  const store = useEffectEvent(async (typed: string, isOver: () => boolean) => {
    const shown = typed === '' || mayShow === undefined || (await mayShow(typed, isOver)) ? typed : ''
    if (isOver() || shown === sent.current) return
    sent.current = shown
    void address.change({ ...also, [name]: shown })
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

/** The router reads `?q=12` as a number. */
export const addressText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const withoutEmpty = (values: Search) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
