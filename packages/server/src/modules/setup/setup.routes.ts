import { setup } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { listSetup } from './setup.service.ts'

export function setupRoutes(bind: Bind, deps: Deps): void {
  bind(setup.list, async () => ({ data: await listSetup(deps) }))
}
