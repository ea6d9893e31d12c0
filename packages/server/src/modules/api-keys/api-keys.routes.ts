import { apiKeys } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.service.ts'

export function apiKeyRoutes(bind: Bind, deps: Deps): void {
  bind(apiKeys.list, async () => ({ data: (await listApiKeys(deps)).toReversed() }))
  bind(apiKeys.create, async ({ body }, { caller }) => {
    const { name, scopes, expires_at: expires } = body
    return { data: await createApiKey(deps, caller.actor, name, { scopes, expires }) }
  })
  bind(apiKeys.rotate, async ({ params, body }, { caller }) => ({
    data: await rotateApiKey(deps, caller.actor, params.id, body.overlap_hours, { seenHint: body.hint, expires: body.expires_at }),
  }))
  bind(apiKeys.revoke, async ({ params }, { caller }) => {
    await revokeApiKey(deps, caller.actor, params.id)
    return { data: null }
  })
}
