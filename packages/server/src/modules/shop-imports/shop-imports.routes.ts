import { dayOf, shopExport, shopImports } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import type { Serve } from '../../http/download.ts'
import { exportShop } from './export.service.ts'
import { cancelShopImport, listShopImports, previewShopImport, startShopImport, undoShopImport } from './shop-imports.service.ts'

export function shopImportRoutes(bind: Bind, serve: Serve, deps: Deps): void {
  bind(
    shopImports.start,
    async ({ query: { dry_run, wait }, form, file }, { caller }) => ({
      data: dry_run ? await previewShopImport(deps, form, file) : await startShopImport(deps, caller.actor, form, file, { waits: wait }),
    }),
    { isExact: true },
  )
  bind(shopImports.list, async () => ({ data: await listShopImports(deps) }))
  bind(shopImports.cancel, async ({ params }, { caller }) => {
    await cancelShopImport(deps, caller.actor, params.id)
    return { data: { is_cancelling: true } }
  })
  bind(
    shopImports.undo,
    async ({ params, query: { wait } }, { caller }) => ({ data: await undoShopImport(deps, caller.actor, params.id, { waits: wait }) }),
    { isLong: true },
  )
  serve(shopExport, (_, caller) => ({
    type: 'application/zip',
    fileName: `keydesk-${dayOf(deps.now(), 'UTC')}.zip`,
    pieces: exportShop(deps, caller),
  }))
}
