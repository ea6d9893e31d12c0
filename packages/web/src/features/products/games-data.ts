import { games } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { lazily } from '../../kit/lazily.ts'
import { useAction } from '../../kit/use-action.ts'

const collator = lazily(() => new Intl.Collator('en-US', { sensitivity: 'base', numeric: true }))

export function useGames() {
  const api = useApi()
  return useQuery({
    queryKey: keys.games,
    queryFn: async ({ signal }) => (await api(games.list, {}, { signal })).data.toSorted((a, b) => collator().compare(a.name, b.name)),
    staleTime: 60_000,
  })
}

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
