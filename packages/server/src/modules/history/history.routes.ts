import { activity } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { listActors, listHistory } from './history.service.ts'
import { previewRestore, restore } from './restore.service.ts'

export function historyRoutes(bind: Bind, deps: Deps): void {
  bind(activity.list, async ({ query }, { caller }) => listHistory(deps, caller, query))
  bind(activity.actors, async () => ({ data: await listActors(deps) }))
  bind(activity.restorePreview, async ({ params, query }, { caller }) => ({
    data: await previewRestore(deps, caller, params.id, query.field),
  }))
  // A product can restore very many keys.
  bind(activity.restore, async ({ params, body }, { caller }) => restore(deps, caller, params.id, body), { isLong: true })
}
