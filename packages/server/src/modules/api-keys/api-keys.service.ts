import { hash, randomBytes } from 'node:crypto'
import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound, unauthenticated } from '../../errors.ts'
import type { Storefront } from '../../caller.ts'
import { recordActivity } from '../activity/activity.service.ts'
import * as repo from './api-keys.repo.ts'

const hashOf = (key: string): string => hash('sha256', key)

/**
 * Makes a key for a storefront (design section 4). This answer is the only place where it ever stands whole.
 * @throws 400 for a blank name
 */
export async function createApiKey(deps: Deps, actor: Actor, name: string): Promise<{ id: number; key: string }> {
  if (name.trim() === '') throw invalid('An API key needs a name')
  const key = `kd_${randomBytes(32).toString('base64url')}`
  const row = { name: name.trim(), key_hash: hashOf(key), hint: key.slice(0, 7), created_at: deps.now().toISOString() }
  const id = await transact(deps.db, async (tx) => {
    const made = await repo.insertApiKey(tx, row)
    const changes = { name: { before: null, after: row.name } }
    await recordActivity(tx, { actor, action: 'api_key.created', subject: { kind: 'api_key', id: made }, changes, at: deps.now() })
    return made
  })
  return { id, key }
}

export interface ApiKeyInfo {
  readonly id: number
  readonly name: string
  readonly hint: string
  readonly created_at: string
  readonly revoked_at: string | null
}

export const listApiKeys = async (deps: Deps): Promise<ApiKeyInfo[]> =>
  (await repo.listApiKeys(deps.db)).map(({ key_hash: _, ...shown }) => shown)

/** @throws 404 for an id that is unknown or revoked already */
export async function revokeApiKey(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    if (!(await repo.revokeApiKey(tx, id, deps.now().toISOString()))) throw notFound('API key')
    await recordActivity(tx, { actor, action: 'api_key.revoked', subject: { kind: 'api_key', id }, at: deps.now() })
  })
}

/** @throws 401 for an unknown or revoked key */
export async function requireStorefront(deps: Deps, key: string): Promise<Storefront> {
  const row = await repo.findLiveApiKey(deps.db, hashOf(key))
  if (row === undefined) throw unauthenticated('The API key is not valid')
  return { apiKeyId: row.id, actor: { kind: 'store', id: row.id, name: row.name } }
}
