import { games } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { createGame, listGames } from './games.service.ts'

export function gameRoutes(bind: Bind, deps: Deps): void {
  bind(games.list, async () => ({ data: await listGames(deps) }))
  bind(games.create, async ({ body }, { caller }) => ({ data: await createGame(deps, caller.actor, body.name) }))
}
