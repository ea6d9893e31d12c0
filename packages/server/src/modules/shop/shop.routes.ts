import { shop } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { readOpenShop, readShop, removeLogo, saveShop, setLogo } from './shop.service.ts'

export function shopRoutes(bind: Bind, deps: Deps): void {
  bind(shop.open, async () => ({ data: await readOpenShop(deps) }))
  bind(shop.find, async () => ({ data: await readShop(deps) }))
  bind(shop.save, async ({ body }, { caller }) => ({ data: await saveShop(deps, caller.actor, body) }))
  bind(shop.uploadLogo, async ({ file }, { caller }) => ({ data: await setLogo(deps, caller.actor, file) }))
  bind(shop.removeLogo, async (_input, { caller }) => ({ data: await removeLogo(deps, caller.actor) }))
}
