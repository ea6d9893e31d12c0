import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAddress, useAddressText } from '../../kit/use-address.ts'
import { noFilters, readFilters, readOrder } from './order-address.ts'
import { keyLifeQuery } from './orders-data.ts'

/** What the screen shows, as the address says: `?q=ann&status=pending&from=2026-01-01&order=12`. A key that was searched stays out of it. */
export function useOrderAddress() {
  const address = useAddress()
  const api = useApi()
  const queries = useQueryClient()
  const [key, setKey] = useState<string | null>(null)
  const isNoKey = async (text: string) => {
    try {
      const life = await queries.fetchQuery(keyLifeQuery(api, { value: text }))
      if (life !== null) setKey(text)
      return life === null
    } catch {
      // It may be a key, so it does not go into the address.
      toast.error('The search failed. Try again.')
      return false
    }
  }
  const [typed, type] = useAddressText('q', {}, isNoKey)
  const setTyped = (text: string) => {
    setKey(null)
    type(text)
  }
  const filters = readFilters(address.get)
  const change = (changes: Partial<typeof noFilters>) => void address.change(changes)
  return {
    filters,
    /** The value of a known key that was searched. */
    key,
    isFiltered: key !== null || Object.keys(filters).length > 0,
    /** The text of the search field, which is ahead of the address while somebody types. */
    typed,
    setTyped,
    change,
    clear: () => {
      setTyped('')
      change(noFilters)
    },
    order: readOrder(address.get),
    closeOrder: () => void address.change({ order: '' }),
  }
}
