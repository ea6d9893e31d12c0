import { games } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { compareTexts } from '../../kit/sort-rows.ts'
import { useAction } from '../../kit/use-action.ts'

export const gamesQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.games,
    queryFn: async ({ signal }) => (await api(games.list, {}, { signal })).data.toSorted((a, b) => compareTexts(a.name, b.name)),
    staleTime: 60_000,
  })

export function useAddGame() {
  const api = useApi()
  return useAction({
    /** Answers the name as the host keeps it. */
    run: async (name: string) => (await api(games.create, { body: { name } }))?.data.name || name,
    success: null,
    failure: { serverOr: 'Failed to add game' },
    refresh: keys.games,
  })
}
