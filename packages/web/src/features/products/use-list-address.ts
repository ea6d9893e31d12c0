import { useDeferredValue } from 'react'
import { useAddress, useAddressText } from '../../kit/use-address.ts'
import { noFilters, readFilters, type FilterName } from './product-filters.ts'

/** What the list shows, as the address says: `?q=aurora&stock=low&page=2`. */
export function useListAddress() {
  const address = useAddress()
  // A search starts on its first page, and so does a filter.
  const [q, setQ] = useAddressText('q', { page: '' })
  const page = Number(address.get('page'))
  const filters = readFilters(address.get)
  return {
    q,
    setQ,
    /** What the list is searched for: follows the typing without holding it up. */
    searched: useDeferredValue(q),
    filters,
    isFiltered: q.trim() !== '' || Object.values(filters).some((value) => value !== ''),
    choose: (name: FilterName, value: string) => void address.change({ [name]: value, page: '' }),
    clear: () => {
      setQ('')
      void address.change(noFilters)
    },
    page: Number.isInteger(page) && page > 0 ? page : 1,
    setPage: (number: number) => void address.go({ page: number > 1 ? number : '' }),
  }
}
