import { keys } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { Bind } from '../../http/bind.ts'
import { lookUpKey } from './key-history.service.ts'

export function keyHistoryRoutes(bind: Bind, deps: Deps): void {
  bind(keys.lookup, async ({ query, body }, { caller }) => {
    const history = await lookUpKey(deps, caller, body)
    if (history === null && !query.or_null) throw notFound('Key')
    return { data: history }
  })
}
