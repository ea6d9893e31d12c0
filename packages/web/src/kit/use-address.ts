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
 */
export function useAddressText(name: string, also: Changes = {}): readonly [string, (text: string) => void] {
  const address = useAddress()
  const stored = address.get(name)
  const [text, setText] = useState(stored)
  const sent = useRef(stored)
  const store = useEffectEvent((typed: string) => void address.change({ ...also, [name]: typed }))
  useEffect(() => {
    if (stored === sent.current) return
    sent.current = stored
    setText(stored)
  }, [stored])
  useEffect(() => {
    const typed = text.trim()
    if (typed === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = typed
      store(typed)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}

/** The router reads `?q=12` as a number. */
export const addressText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const withoutEmpty = (values: Search) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
