import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** What the list shows, as the address says: `?q=aurora&page=2`. */
export function useListAddress() {
  const search: { readonly q?: unknown; readonly page?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const stored = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : ''
  const page = Number.isInteger(search.page) && Number(search.page) > 0 ? Number(search.page) : 1

  // The router changes the address a moment later; what is typed must not wait for it, nor be undone by it.
  const [q, showQ] = useState(stored)
  const underWay = useRef(0)
  useEffect(() => {
    if (underWay.current === 0) showQ(stored)
  }, [stored])

  const go = async (next: { readonly q: string; readonly page: number }, replace: boolean) => {
    // Defaults stay out of the address.
    const shown = { ...(next.q !== '' && { q: next.q }), ...(next.page > 1 && { page: next.page }) }
    underWay.current += 1
    await navigate({ to: '/products', search: shown, replace })
    underWay.current -= 1
  }

  return {
    q,
    page,
    /** A search starts on its first page; it is typed letter by letter, so it replaces its place in the history. */
    setQ: (text: string) => {
      showQ(text)
      void go({ q: text, page: 1 }, true)
    },
    setPage: (number: number) => void go({ q, page: number }, false),
  }
}
