import { type CustomerNoteInput, customers } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { useAction } from '../../kit/feedback/use-action.ts'

/** @param named the customer as the address names it: `order-12` (its customer) or `user-5` */
export const customerQuery = (api: Api, named: string) =>
  queryOptions({
    queryKey: queryKeys.customer(named),
    queryFn: async ({ signal }) => {
      const [kind, id] = named.split('-')
      const query = kind === 'user' ? { user_id: Number(id) } : { order_id: Number(id) }
      return (await api(customers.find, { query }, { signal })).data
    },
    // One customer has several names, and changes with orders, keys and referral codes.
    staleTime: 0,
  })

export function useAddNote(named: string) {
  const api = useApi()
  return useAction({
    run: (body: CustomerNoteInput) => api(customers.addNote, { body }),
    success: 'Note added',
    failure: { serverOr: 'Failed to add the note' },
    refresh: queryKeys.customer(named),
  })
}

export function useRemoveNote(named: string) {
  const api = useApi()
  return useAction({
    run: (id: number) => api(customers.removeNote, { params: { id } }),
    success: 'Note deleted',
    failure: { serverOr: 'Failed to delete the note' },
    refresh: queryKeys.customer(named),
  })
}
