import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTyped } from './use-typed.ts'

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

/** One text of the address that is typed letter by letter. */
export function useAddressText(name: string): readonly [string, (text: string) => void] {
  const address = useAddress()
  return useTyped(address.get(name), (text) => address.change({ [name]: text }))
}

/** The router reads `?q=12` as a number. */
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const withoutEmpty = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
