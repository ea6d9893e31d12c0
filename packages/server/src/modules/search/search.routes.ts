import { search } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { searchEverything } from './search.service.ts'

export function searchRoutes(bind: Bind, deps: Deps): void {
  bind(search.find, async ({ body }, { caller }) => ({ data: await searchEverything(deps, caller, body.q) }))
}
