import { noGame, type Game } from '@keydesk/contract'

export type GameOption =
  | { readonly is: 'none' }
  | { readonly is: 'game'; readonly name: string }
  | { readonly is: 'new'; readonly name: string }

/** What the picker offers for a search: no game, the games that fit, and adding what was typed where no game is called that. */
export function gameOptions(games: readonly Game[], chosen: string, typed: string): GameOption[] {
  const name = typed.trim()
  const searched = name.toLowerCase()
  const names = games.map((game) => game.name)
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
