import { type Game, games, limits, noGame } from '@keydesk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '../../../api/call.ts'
import { useApi } from '../../../api/context.tsx'
import { queryKeys } from '../../../api/query-keys.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { type Choice, ChoiceList } from '../../../kit/controls/choice-list.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { compareTexts, hasWords } from '../../../kit/table/column.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'

interface Props {
  readonly value: string
  readonly onChoose: (name: string) => void
}

/** The open picker of games. */
export function GameList({ value, onChoose }: Props) {
  const query = useQuery(gamesQuery(useApi()))
  const add = useAddGame()
  const isOwnHost = useIsOwnHost()

  const choose = async (choice: Choice) => {
    if (add.isPending) return false
    const name = choice.is === 'new' ? await add.mutateAsync(choice.value).catch(() => undefined) : choice.value
    if (name === undefined) return false
    onChoose(name)
    return true
  }
  const toChoice = (option: GameOption): Choice => {
    if (option.is === 'none') return { value: noGame, label: 'No game', is: 'none' }
    if (option.is === 'game') return { value: option.name, label: option.name }
    return { value: option.name, label: add.isPending ? `Adding ${option.name}...` : `Add “${option.name}”`, is: 'new' }
  }

  return (
    <ChoiceList
      label="Games"
      placeholder={isOwnHost ? 'Search or add a game' : 'Search games'}
      maxLength={limits.shortText}
      value={value}
      choicesFor={(typed) =>
        gameOptions(query.data ?? [], value, typed)
          .filter(({ is }) => is !== 'new' || isOwnHost)
          .map(toChoice)
      }
      onChoose={choose}
      isPending={query.isPending}
      notice={
        query.isError && (
          <div role="alert" className="flex items-center justify-between gap-2 px-3 py-2 text-table text-red">
            The list of games could not be loaded.
            <Button size="sm" onClick={() => void query.refetch()} onKeyDown={(event) => event.stopPropagation()}>
              Try again
            </Button>
          </div>
        )
      }
    />
  )
}

type GameOption = { readonly is: 'none' } | { readonly is: 'game'; readonly name: string } | { readonly is: 'new'; readonly name: string }

/** The options for a search: no game, the matching games, and adding the typed name if it is new. */
function gameOptions(stored: readonly Game[], chosen: string, typed: string): GameOption[] {
  const name = typed.trim()
  const names = stored.map((game) => game.name)
  // The product's game may be missing in the list.
  if (chosen !== noGame && !names.includes(chosen)) names.unshift(chosen)
  const found = names.filter((known) => hasWords(known, name))
  const isKnown = names.some((known) => known.toLowerCase() === name.toLowerCase())
  return [
    ...(name === '' ? [{ is: 'none' } as const] : []),
    ...found.map((known) => ({ is: 'game', name: known }) as const),
    ...(name === '' || isKnown ? [] : [{ is: 'new', name } as const]),
  ]
}

const gamesQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.games,
    queryFn: async ({ signal }) => (await api(games.list, {}, { signal })).data.toSorted((a, b) => compareTexts(a.name, b.name)),
    staleTime: 60_000,
  })

function useAddGame() {
  const api = useApi()
  return useAction({
    /** Returns the name as the host stored it. */
    run: async (name: string) => (await api(games.create, { body: { name } }))?.data.name || name,
    success: null,
    failure: { serverOr: 'Failed to add game' },
    refresh: queryKeys.games,
  })
}
