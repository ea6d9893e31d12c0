import { type Game, games, limits, noGame } from '@keydesk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Check, Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Api } from '../../../api/call.ts'
import { useApi } from '../../../api/context.tsx'
import { queryKeys } from '../../../api/query-keys.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { compareTexts } from '../../../kit/table/column.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'

interface Props {
  readonly listId: string
  readonly value: string
  readonly onChoose: (name: string) => void
}

/** The open picker: the focus stays in the search, the arrow keys move through the list. */
export function GameList({ listId, value, onChoose }: Props) {
  const query = useQuery(gamesQuery(useApi()))
  const add = useAddGame()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const isOwnHost = useIsOwnHost()
  const offered = gameOptions(query.data ?? [], value, typed).filter(({ is }) => is !== 'new' || isOwnHost)

  const choose = async (option: GameOption | undefined) => {
    if (option === undefined || add.isPending) return
    if (option.is === 'new') await add.mutateAsync(option.name).then(onChoose, () => undefined)
    else onChoose(option.is === 'none' ? noGame : option.name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      const within = Math.min(Math.max(next, 0), offered.length - 1)
      setActive(within)
      document.getElementById(`${listId}-${within}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      void choose(offered[active])
    }
  }

  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label="Search games"
        autoFocus
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={offered.length > 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.shortText}
        placeholder={isOwnHost ? 'Search or add a game' : 'Search games'}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        className="control w-full border-b border-border bg-transparent px-3 -outline-offset-2 max-md:text-base"
      />
      {query.isError && (
        <div role="alert" className="flex items-center justify-between gap-2 px-3 py-2 text-table text-red">
          The list of games could not be loaded.
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      <div id={listId} role="listbox" aria-label="Games" className="max-h-64 overflow-y-auto p-1">
        {query.isPending && <p className="px-2 py-1.5 text-muted">Loading...</p>}
        {offered.map((option, index) => (
          <Option
            key={option.is === 'game' ? option.name : option.is}
            id={`${listId}-${index}`}
            option={option}
            isActive={index === active}
            isChosen={option.is === 'none' ? value === noGame : option.is === 'game' && option.name === value}
            isBusy={add.isPending}
            onChoose={() => void choose(option)}
          />
        ))}
      </div>
    </>
  )
}

interface OptionProps {
  readonly id: string
  readonly option: GameOption
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly isBusy: boolean
  readonly onChoose: () => void
}

function Option({ id, option, isActive, isChosen, isBusy, onChoose }: OptionProps) {
  return (
    // Reached from the search by the arrow keys (aria-activedescendant), so it takes no focus itself.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onMouseDown={(event) => {
        event.preventDefault()
        onChoose()
      }}
      className={cx(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm hover:bg-hover touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
        isActive && 'bg-hover',
        option.is === 'none' && 'text-muted',
      )}
    >
      {option.is === 'new' ? (
        <Plus aria-hidden className="text-accent" />
      ) : (
        <Check aria-hidden className={isChosen ? 'text-accent' : 'invisible'} />
      )}
      <span className="min-w-0 truncate">{textOf(option, isBusy)}</span>
    </div>
  )
}

function textOf(option: GameOption, isBusy: boolean): string {
  if (option.is === 'none') return 'No game'
  if (option.is === 'game') return option.name
  return isBusy ? `Adding ${option.name}...` : `Add “${option.name}”`
}

export type GameOption =
  | { readonly is: 'none' }
  | { readonly is: 'game'; readonly name: string }
  | { readonly is: 'new'; readonly name: string }

/** What the picker offers for a search: no game, the games that fit, and adding what was typed where no game is called that. */
export function gameOptions(stored: readonly Game[], chosen: string, typed: string): GameOption[] {
  const name = typed.trim()
  const searched = name.toLowerCase()
  const names = stored.map((game) => game.name)
  // What the product holds may be gone from the list, or never have been on it.
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
    /** Answers the name as the host keeps it. */
    run: async (name: string) => (await api(games.create, { body: { name } }))?.data.name || name,
    success: null,
    failure: { serverOr: 'Failed to add game' },
    refresh: queryKeys.games,
  })
}
