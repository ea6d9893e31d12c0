import { type CustomerNote, type CustomerNoteInput, customers } from '@keydesk/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { useFoundAnswer } from '../../api/found-answer.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { useAuth } from '../../session/session-provider.tsx'

/** @param named the customer as the address names it: `order-12` (its customer) or `user-5` */
export const customerQuery = (api: Api, named: string) =>
  queryOptions({
    queryKey: queryKeys.customer(named),
    queryFn: async ({ signal }) => {
      return (await api(customers.find, { query: idOf(named) }, { signal })).data
    },
    // One customer has several names, and changes with orders, keys and referral codes.
    staleTime: 0,
  })

function idOf(named: string): { user_id?: number; order_id?: number } {
  const [kind, id] = named.split('-')
  return kind === 'user' ? { user_id: Number(id) } : { order_id: Number(id) }
}

/** @param notes those that are there already */
export function useAddNote(named: string, notes: readonly CustomerNote[]) {
  const api = useApi()
  const queries = useQueryClient()
  const author = useAuth().user?.username
  const run = useFoundAnswer({
    make: (body: CustomerNoteInput) => api(customers.addNote, { body: { ...body, order_id: idOf(named).order_id } }),
    find: async ({ text }, before) => {
      const known = new Set(before.map(({ id }) => id))
      const now = await queries.fetchQuery({ ...customerQuery(api, named), staleTime: 0 })
      const data = now.notes.find((note) => !known.has(note.id) && note.text === text.trim() && note.author === author)
      return data && { data }
    },
    shown: notes,
  })
  return useAction({
    run,
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
