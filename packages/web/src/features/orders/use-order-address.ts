import { useAddress, useAddressText } from '../../kit/use-address.ts'
import { noFilters, readFilters, readOrder } from './order-address.ts'

/** What the screen shows, as the address says: `?q=ann&status=pending&from=2026-01-01&order=12`. */
export function useOrderAddress() {
  const address = useAddress()
  const filters = readFilters(address.get)
  const change = (changes: Partial<typeof noFilters>) => void address.change(changes)
  const [typed, setTyped] = useAddressText('q')
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    /** The text of the search field, which is ahead of the address while somebody types. */
    typed,
    setTyped,
    change,
    clear: () => change(noFilters),
    order: readOrder(address.get),
    closeOrder: () => void address.change({ order: '' }),
  }
}
