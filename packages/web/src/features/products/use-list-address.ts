import { useDeferredValue } from 'react'
import { useAddress, useAddressText } from '../../kit/use-address.ts'

/** What the list shows, as the address says: `?q=aurora&page=2`. */
export function useListAddress() {
  const address = useAddress()
  // A search starts on its first page.
  const [q, setQ] = useAddressText('q', { page: '' })
  const page = Number(address.get('page'))
  return {
    q,
    setQ,
    /** What the list is filtered by: follows the typing without holding it up. */
    searched: useDeferredValue(q),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    setPage: (number: number) => void address.go({ page: number > 1 ? number : '' }),
  }
}
