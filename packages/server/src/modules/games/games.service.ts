import type { Game } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import * as repo from './games.repo.ts'

/** Sorted here, because the databases sort text differently. */
const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** All games, sorted by name, ignoring case. */
export async function listGames(deps: Deps): Promise<Game[]> {
  const games = await repo.listGames(deps.db)
  return games.toSorted((one, other) => alphabet.compare(one.name, other.name) || one.id - other.id)
}

/** The names of games, by id. */
export const listGameNames = repo.listNames

/**
 * Adds a game to the list (docs/reference/products.md, Games).
 * @throws 409 for a name that exists already, ignoring case
 */
export async function createGame(deps: Deps, actor: Actor, name: string): Promise<Game> {
  return transact(deps.db, async (tx) => {
    const id = await repo.insertGame(tx, name, name.toLowerCase())
    if (id === undefined) throw conflict(`The game ${name} is already in the list`)
    const changes = { name: { before: null, after: name } }
    await recordActivity(tx, { actor, action: 'game.created', subject: { kind: 'game', id, name }, changes, at: deps.now() })
    return { id, name }
  })
}
