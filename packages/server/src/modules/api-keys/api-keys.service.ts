import { hash, randomBytes } from 'node:crypto'
import { apiKeyScopes, type ApiKeyScope } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { forbidden, invalid, notFound, unauthenticated } from '../../errors.ts'
import type { Storefront } from '../../caller.ts'
import { recordActivity } from '../activity/activity.service.ts'
import * as repo from './api-keys.repo.ts'
import { checkExpiry, checkScopes, isUseNews } from './api-keys.rules.ts'

const hashOf = (key: string): string => hash('sha256', key)

export interface ApiKeyTerms {
  /** All scopes by default. */
  readonly scopes?: readonly string[]
  /** An ISO 8601 date or moment; without it the key does not expire. */
  readonly expires?: string
}

/**
 * Makes a key for a storefront (docs/reference/sessions.md, API keys). Only this answer ever holds the whole key.
 * @throws 400 for a blank name, an unknown scope, an invalid or past expiry
 */
export async function createApiKey(
  deps: Deps,
  actor: Actor,
  name: string,
  { scopes = apiKeyScopes, expires }: ApiKeyTerms = {},
): Promise<ApiKeyInfo & { readonly key: string }> {
  if (name.trim() === '') throw invalid('An API key needs a name')
  const key = `kd_${randomBytes(32).toString('base64url')}`
  const now = deps.now()
  const allowed = checkScopes(scopes)
  const row = {
    ...{ name: name.trim(), key_hash: hashOf(key), hint: key.slice(0, 7), scopes: JSON.stringify(allowed) },
    ...{ created_at: now.toISOString(), expires_at: expires === undefined ? null : checkExpiry(expires, now) },
  }
  const id = await transact(deps.db, async (tx) => {
    const made = await repo.insertApiKey(tx, row)
    const changes = {
      name: { before: null, after: row.name },
      scopes: { before: null, after: allowed },
      ...(row.expires_at !== null && { expires_at: { before: null, after: row.expires_at } }),
    }
    await recordActivity(tx, { actor, action: 'api_key.created', subject: { kind: 'api_key', id: made, name: row.name }, changes, at: now })
    return made
  })
  const { key_hash: _, scopes: __, ...shown } = row
  return { id, ...shown, scopes: allowed, last_used_at: null, revoked_at: null, key }
}

export interface ApiKeyInfo {
  readonly id: number
  readonly name: string
  readonly hint: string
  readonly scopes: ApiKeyScope[]
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

export const listApiKeys = async (deps: Deps): Promise<ApiKeyInfo[]> =>
  (await repo.listApiKeys(deps.db)).map(({ key_hash: _, ...shown }) => ({ ...shown, scopes: scopesOf(shown) }))

/** @throws 404 for an id that is unknown or revoked already */
export async function revokeApiKey(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    if (!(await repo.revokeApiKey(tx, id, deps.now().toISOString()))) throw notFound('API key')
    await recordActivity(tx, { actor, action: 'api_key.revoked', subject: { kind: 'api_key', id }, at: deps.now() })
  })
}

/**
 * Finds the storefront of a key and notes the use.
 * @param countRequest throws 429 if the key makes too many requests
 * @throws 401 for an unknown, revoked or expired key, 403 for one without the scope
 */
export async function requireStorefront(
  deps: Deps,
  key: string,
  scope: ApiKeyScope | undefined,
  countRequest: (apiKeyId: number, now: Date) => void,
): Promise<Storefront> {
  const row = await repo.findLiveApiKey(deps.db, hashOf(key))
  if (row === undefined) throw unauthenticated('The API key is not valid')
  const now = deps.now()
  if (row.expires_at !== null && row.expires_at <= now.toISOString()) throw unauthenticated('The API key has expired')
  countRequest(row.id, now)
  noteUse(deps, row, now)
  if (scope !== undefined && !scopesOf(row).includes(scope)) throw forbidden(`This API key does not have the scope ${scope}`)
  return { apiKeyId: row.id, actor: { kind: 'store', id: row.id, name: row.name } }
}

/** The call neither waits for it nor fails with it: a storefront may read while somebody else writes, or on a read-only database. */
function noteUse(deps: Deps, row: repo.ApiKeyRow, now: Date): void {
  if (!isUseNews(row.last_used_at, now)) return
  repo
    .setLastUsed(deps.db, row.id, { before: row.last_used_at, now: now.toISOString() })
    .catch((error: unknown) =>
      deps.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the last use of an API key was not noted'),
    )
}

const scopesOf = ({ scopes }: Pick<repo.ApiKeyRow, 'scopes'>): ApiKeyScope[] => JSON.parse(scopes) as ApiKeyScope[]
