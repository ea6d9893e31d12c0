import { keys } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { Bind } from '../../http/bind.ts'
import { undoImport } from './import-undo.service.ts'
import { importKeys, listImports, previewImport } from './key-imports.service.ts'
import { lookUpKey } from './key-lookup.service.ts'

export function keyRoutes(bind: Bind, deps: Deps): void {
  bind(
    keys.import,
    async ({ params, query, body }, { caller }) => ({
      data: query.dry_run ? await previewImport(deps, params.id, body) : await importKeys(deps, caller.actor, params.id, body),
    }),
    { isExact: true },
  )
  bind(keys.imports, async ({ params, query }) => listImports(deps, params.id, query))
  bind(keys.undoImport, async ({ params }, { caller }) => ({ data: await undoImport(deps, caller.actor, params.id) }), { isLong: true })
  bind(keys.lookup, async ({ query, body }, { caller }) => {
    const history = await lookUpKey(deps, caller.role, body)
    if (history === null && !query.or_null) throw notFound('Key')
    return { data: history }
  })
}
