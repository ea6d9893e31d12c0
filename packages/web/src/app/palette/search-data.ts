import { search, searchKinds, type SearchKind, type SearchResult } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'
import { keys } from '../../api/keys.ts'

/** What the server finds. A host that does not know the call finds nothing. By POST: a key that is searched stands in no address. */
export const searchQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: keys.search(q),
    queryFn: async ({ signal }): Promise<readonly SearchResult[]> => {
      try {
        return (await api(search.find, { body: { q } }, { signal }))?.data ?? []
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return []
        throw error
      }
    },
    gcTime: 10_000,
    retry: false,
  })

export const isSearchKind = (kind: string): kind is SearchKind => Object.hasOwn(searchKinds, kind)

/** Whether a text has every word of a search, wherever it stands. */
export function hasWords(text: string, q: string): boolean {
  const hay = text.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}
