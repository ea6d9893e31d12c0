import { type SearchKind, type SearchResult, search, searchKinds } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

/** The server's search. By POST, so that a searched key is not in an address. */
export const searchQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: queryKeys.search(q),
    queryFn: async ({ signal }): Promise<readonly SearchResult[]> => (await api(search.find, { body: { q } }, { signal }))?.data ?? [],
    gcTime: 10_000,
    retry: false,
  })

export const isSearchKind = (kind: string): kind is SearchKind => Object.hasOwn(searchKinds, kind)

/** Whether a text contains every word of a search, in any order. */
export function hasWords(text: string, q: string): boolean {
  const hay = text.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}
