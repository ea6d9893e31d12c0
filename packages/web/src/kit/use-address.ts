import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** The search part of the address, as texts. What is empty stays out of it. */
export function useAddress() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (to: (before: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>, replace: boolean) =>
    navigate({
      to: '.',
      search: (before: Readonly<Record<string, unknown>>) => withoutEmpty(to(before)),
      replace,
      resetScroll: false,
    })
  return {
    get: (name: string): string => asText(search[name]),
    /** Changes some and keeps the others: a filter, which replaces its place in the history. */
    change: (changes: Readonly<Record<string, string | number>>) => go((before) => ({ ...before, ...changes }), true),
    /** Begins anew with these alone: another tab, which Back leaves again. */
    start: (values: Readonly<Record<string, string>>) => go(() => values, false),
  }
}

/** One text of the address that is typed letter by letter: it shows at once, and the address follows. */
export function useAddressText(name: string): readonly [string, (text: string) => void] {
  const address = useAddress()
  const stored = address.get(name)
  // The router changes the address a moment later; what is typed must not wait for it, nor be undone by it.
  const [text, show] = useState(stored)
  const underWay = useRef(0)
  useEffect(() => {
    if (underWay.current === 0) show(stored)
  }, [stored])
  const change = async (next: string) => {
    show(next)
    underWay.current += 1
    await address.change({ [name]: next })
    underWay.current -= 1
  }
  return [text, (next) => void change(next)]
}

/** The router reads `?q=12` as a number. */
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const withoutEmpty = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
