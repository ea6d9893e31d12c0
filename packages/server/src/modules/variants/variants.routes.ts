import { variants, type Variant } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Bind } from '../../http/bind.ts'
import { hasKeys, requireMayWriteKeys } from '../keys/keys.service.ts'
import { removeVariant } from './deleted-variants.service.ts'
import { noteKeysOpened, noteKeysShown } from './key-reads.service.ts'
import { listRemovedKeys, restoreKeys } from './removed-keys.service.ts'
import { createVariant, updateVariant } from './variant-saving.service.ts'
import { requireVariant } from './variants.service.ts'

export function variantRoutes(bind: Bind, deps: Deps): void {
  bind(
    variants.find,
    async ({ params }, { caller }) => {
      const variant = await requireVariant(deps, params.id)
      void noteKeysOpened(deps, caller.actor, params.id, variant.keys.length)
      return { data: variant }
    },
    { isExact: true },
  )
  bind(variants.keysShown, async ({ params }, { caller }) => {
    await noteKeysShown(deps, caller.actor, params.id)
    return { data: null }
  })
  bind(
    variants.create,
    async ({ body }, { caller }) => {
      if (hasKeys(body.keys)) requireMayWriteKeys(caller)
      return createVariant(deps, caller.actor, body)
    },
    { isExact: true },
  )
  bind(
    variants.update,
    async ({ params, body }, { caller }) => {
      if (body.keys !== undefined) requireMayWriteKeys(caller)
      const noteOpened = async ({ keys }: Variant) => {
        if (caller.permissions.includes('keys:read')) await noteKeysOpened(deps, caller.actor, params.id, keys.length)
      }
      try {
        const saved = await updateVariant(deps, caller.actor, params.id, body)
        await noteOpened(saved.data)
        return saved
      } catch (error) {
        const current = error instanceof AppError ? (error.details.current as Variant | undefined) : undefined
        if (current !== undefined) await noteOpened(current)
        throw error
      }
    },
    { isExact: true },
  )
  bind(
    variants.remove,
    async ({ params }, { caller }) => {
      await removeVariant(deps, caller.actor, params.id)
      return { data: null }
    },
    { isLong: true },
  )
  bind(variants.removedKeys, async ({ params, query }, { caller }) => {
    const page = await listRemovedKeys(deps, params.id, query)
    void noteKeysOpened(deps, caller.actor, params.id, page.data.length)
    return page
  })
  bind(
    variants.restoreKeys,
    async ({ params, body }, { caller }) => ({ data: { restored: await restoreKeys(deps, caller.actor, params.id, body.ids) } }),
    { isLong: true },
  )
}
