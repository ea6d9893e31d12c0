import { type Game, games, limits, noGame } from '@keydesk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Command } from 'cmdk'
import { Check, Plus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { Api } from '../../../api/call.ts'
import { useApi } from '../../../api/context.tsx'
import { queryKeys } from '../../../api/query-keys.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { Popover } from '../../../kit/overlay/popover.tsx'
import { compareTexts } from '../../../kit/table/column.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'

interface Props {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly value: string
  readonly onChoose: (name: string) => void
  readonly onClose: () => void
}

/** The open picker: the focus stays in the search, and the arrow keys move through the list. */
export function GameList({ id, anchor, value, onChoose, onClose }: Props) {
  const query = useQuery(gamesQuery(useApi()))
  const add = useAddGame()
  const [typed, setTyped] = useState('')
  const isOwnHost = useIsOwnHost()
  const offered = gameOptions(query.data ?? [], value, typed).filter(({ is }) => is !== 'new' || isOwnHost)

  const choose = async (option: GameOption) => {
    if (add.isPending) return
    const name =
      option.is === 'new' ? await add.mutateAsync(option.name).catch(() => undefined) : option.is === 'none' ? noGame : option.name
    if (name === undefined) return
    onChoose(name)
    onClose()
  }

  return (
    <Popover anchor={anchor} onClose={onClose} className="w-(--radix-popover-trigger-width) min-w-60">
      <Command id={id} label="Search games" shouldFilter={false} vimBindings={false} className="outline-none">
        <Command.Input
          autoFocus
          maxLength={limits.shortText}
          placeholder={isOwnHost ? 'Search or add a game' : 'Search games'}
          value={typed}
          onValueChange={setTyped}
          className="control w-full border-b border-border bg-transparent px-3 -outline-offset-2 max-md:text-base"
        />
        {query.isError && (
          <div role="alert" className="flex items-center justify-between gap-2 px-3 py-2 text-table text-red">
            The list of games could not be loaded.
            <Button size="sm" onClick={() => void query.refetch()} onKeyDown={(event) => event.stopPropagation()}>
              Try again
            </Button>
          </div>
        )}
        <Command.List label="Games" className="max-h-64 overflow-y-auto p-1">
          {query.isPending && <p className="px-2 py-1.5 text-muted">Loading...</p>}
          {offered.map((option) => {
            const isChosen = option.is === 'none' ? value === noGame : option.is === 'game' && option.name === value
            return (
              <Command.Item
                key={idOf(option)}
                value={idOf(option)}
                aria-checked={isChosen}
                onSelect={() => void choose(option)}
                className={cx(
                  'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm aria-selected:bg-hover touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
                  option.is === 'none' && 'text-muted',
                )}
              >
                {option.is === 'new' ? (
                  <Plus aria-hidden className="text-accent" />
                ) : (
                  <Check aria-hidden className={isChosen ? 'text-accent' : 'invisible'} />
                )}
                <span className="min-w-0 truncate">{textOf(option, add.isPending)}</span>
              </Command.Item>
            )
          })}
        </Command.List>
      </Command>
    </Popover>
  )
}

const idOf = (option: GameOption): string => (option.is === 'game' ? `game:${option.name}` : option.is)

function textOf(option: GameOption, isBusy: boolean): string {
  if (option.is === 'none') return 'No game'
  if (option.is === 'game') return option.name
  return isBusy ? `Adding ${option.name}...` : `Add “${option.name}”`
}

export type GameOption =
  | { readonly is: 'none' }
  | { readonly is: 'game'; readonly name: string }
  | { readonly is: 'new'; readonly name: string }

/** The options for a search: no game, the matching games, and adding the typed name if it is new. */
export function gameOptions(stored: readonly Game[], chosen: string, typed: string): GameOption[] {
  const name = typed.trim()
  const searched = name.toLowerCase()
  const names = stored.map((game) => game.name)
  // The product's game may be missing in the list.
  if (chosen !== noGame && !names.includes(chosen)) names.unshift(chosen)
  const found = names.filter((known) => known.toLowerCase().includes(searched))
  const isKnown = names.some((known) => known.toLowerCase() === searched)
  return [
    ...(name === '' ? [{ is: 'none' } as const] : []),
    ...found.map((known) => ({ is: 'game', name: known }) as const),
    ...(name === '' || isKnown ? [] : [{ is: 'new', name } as const]),
  ]
}

export const gamesQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.games,
    queryFn: async ({ signal }) => (await api(games.list, {}, { signal })).data.toSorted((a, b) => compareTexts(a.name, b.name)),
    staleTime: 60_000,
  })

export function useAddGame() {
  const api = useApi()
  return useAction({
    /** Returns the name as the host stored it. */
    run: async (name: string) => (await api(games.create, { body: { name } }))?.data.name || name,
    success: null,
    failure: { serverOr: 'Failed to add game' },
    refresh: queryKeys.games,
  })
}
