import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTyped } from '../../kit/use-typed.ts'

/** What the list shows, as the address says: `?q=aurora&page=2`. */
export function useListAddress() {
  const search: { readonly q?: unknown; readonly page?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const stored = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : ''
  const page = Number.isInteger(search.page) && Number(search.page) > 0 ? Number(search.page) : 1

  const go = (next: { readonly q: string; readonly page: number }, replace: boolean) => {
    // Defaults stay out of the address.
    const shown = { ...(next.q !== '' && { q: next.q }), ...(next.page > 1 && { page: next.page }) }
    return navigate({ to: '/products', search: shown, replace })
  }
  // A search starts on its first page; it is typed letter by letter, so it replaces its place in the history.
  const [q, setQ] = useTyped(stored, (text) => go({ q: text, page: 1 }, true))

  // `q` as it is typed; the list shows what is searched for, which follows.
  return { q, searched: stored, page, setQ, setPage: (number: number) => void go({ q, page: number }, false) }
}
