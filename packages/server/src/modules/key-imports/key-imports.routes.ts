import { keys, type KeyImportInput, type StoredKeyImport } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { forbidden } from '../../errors.ts'
import type { Bind } from '../../http/bind.ts'
import { importKeys, listKeyImports, previewKeyImport, setKeyImportCost, undoKeyImport } from './key-imports.service.ts'

export function keyImportRoutes(bind: Bind, deps: Deps): void {
  bind(
    keys.import,
    async ({ params, query, body }, { caller }) => ({
      data: query.dry_run ? await previewKeyImport(deps, params.id, body) : await importAs(deps, caller, params.id, body),
    }),
    { isExact: true },
  )
  bind(keys.imports, async ({ params, query }) => listKeyImports(deps, params.id, query))
  bind(
    keys.setImportCost,
    async ({ params, body }, { caller }) => ({ data: await setKeyImportCost(deps, caller.actor, params.id, body) }),
    {
      isLong: true,
    },
  )
  bind(keys.undoImport, async ({ params }, { caller }) => ({ data: await undoKeyImport(deps, caller.actor, params.id) }), { isLong: true })
}

/** @throws 403 for a cost from somebody who may not see the books */
async function importAs(deps: Deps, { actor, permissions }: SignedIn, variantId: number, input: KeyImportInput): Promise<StoredKeyImport> {
  const hasCost = (input.cost_total ?? input.cost_per_key ?? null) !== null
  if (hasCost && !permissions.includes('payouts:read')) throw forbidden('You may not set what keys cost')
  return importKeys(deps, actor, variantId, input)
}
