import { stock, variants } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { listRemovedKeys, restoreKeys } from './removed-keys.service.ts'
import { listRunway } from './runway.service.ts'
import { removeVariant } from './variant-removal.service.ts'
import { createVariant, requireVariant, updateVariant } from './variants.service.ts'

export function variantRoutes(bind: Bind, deps: Deps): void {
  bind(variants.find, async ({ params }) => ({ data: await requireVariant(deps, params.id) }), { isExact: true })
  bind(variants.create, async ({ body }, { caller }) => createVariant(deps, caller.actor, body), { isExact: true })
  bind(variants.update, async ({ params, body }, { caller }) => updateVariant(deps, caller.actor, params.id, body), { isExact: true })
  bind(
    variants.remove,
    async ({ params }, { caller }) => {
      await removeVariant(deps, caller.actor, params.id)
      return { data: null }
    },
    { isLong: true },
  )
  bind(stock.runway, async () => ({ data: await listRunway(deps) }))
  bind(variants.removedKeys, async ({ params, query }) => listRemovedKeys(deps, params.id, query))
  bind(variants.restoreKeys, async ({ params, body }, { caller }) => ({
    data: { restored: await restoreKeys(deps, caller.actor, params.id, body.ids) },
  }))
}
