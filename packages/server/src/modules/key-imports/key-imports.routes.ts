import { keys } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { importKeys, listImports, previewImport, undoImport } from './key-imports.service.ts'

export function keyImportRoutes(bind: Bind, deps: Deps): void {
  bind(
    keys.import,
    async ({ params, query, body }, { caller }) => ({
      data: query.dry_run ? await previewImport(deps, params.id, body) : await importKeys(deps, caller.actor, params.id, body),
    }),
    { isExact: true },
  )
  bind(keys.imports, async ({ params, query }) => listImports(deps, params.id, query))
  bind(keys.undoImport, async ({ params }, { caller }) => ({ data: await undoImport(deps, caller.actor, params.id) }), { isLong: true })
}
