import { hash, randomBytes } from 'node:crypto'
import { apiKeyScopes, centsToDollars, type ApiKey, type ApiKeyScope, type NewApiKey, type RotatedApiKey } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, forbidden, invalid, notFound, unauthenticated } from '../../errors.ts'
import { apiKeyPrefix, type Storefront } from '../../caller.ts'
import { creation, differences, recordActivity } from '../activity/activity.service.ts'
import { networkOf } from '../../network.ts'
import { countOrdersOfApiKeys } from '../orders/orders.service.ts'
import { listApiKeyRevenue } from '../sales/sales.service.ts'
import * as repo from './api-keys.repo.ts'
import { checkExpiry, checkScopes, isUseNews } from './api-keys.rules.ts'

const hashOf = (key: string): string => hash('sha256', key)

export interface ApiKeyTerms {
  /** All scopes by default. */
  readonly scopes?: readonly string[]
  /** An ISO 8601 date, or a moment with Z or its offset; by default the key does not expire. */
  readonly expires?: string
}

/**
 * Creates a key for a storefront (docs/reference/sessions.md, API keys). Only this answer contains the whole key.
 * @throws 400 for a blank name, an unknown scope, an invalid or past expiry
 */
export async function createApiKey(
  deps: Deps,
  actor: Actor,
  name: string,
  { scopes = apiKeyScopes, expires }: ApiKeyTerms = {},
): Promise<NewApiKey> {
  if (name.trim() === '') throw invalid('An API key needs a name')
  const { key, ...secret } = makeSecret()
  const now = deps.now()
  const allowed = checkScopes(scopes)
  const row = {
    ...{ name: name.trim(), ...secret, scopes: JSON.stringify(allowed), created_by: memberOf(actor) },
    ...{ created_at: now.toISOString(), expires_at: expires === undefined ? null : checkExpiry(expires, now) },
  }
  const id = await transact(deps.db, async (tx) => {
    const made = await repo.insertApiKey(tx, row)
    const { expires_at } = row
    const changes = creation({ name: row.name, scopes: allowed, ...(expires_at !== null && { expires_at }) })
    await recordActivity(tx, { actor, action: 'api_key.created', subject: { kind: 'api_key', id: made, name: row.name }, changes, at: now })
    return made
  })
  const { key_hash: _, scopes: __, ...shown } = row
  const fresh = {
    ...{ last_used_at: null, last_used_from: '', revoked_at: null, previous_ends_at: null, previous_created_by: null },
    ...{ orders: 0, pending_orders: 0, revenue: 0 },
  }
  return { id, ...shown, scopes: allowed, ...fresh, key }
}

/** A new secret, with the hash and hint that are stored. */
function makeSecret() {
  const key = `${apiKeyPrefix}${randomBytes(32).toString('base64url')}`
  return { key, key_hash: hashOf(key), hint: key.slice(0, 7) }
}

const memberOf = ({ kind, id }: Actor): number | null => (kind === 'admin' ? id : null)

/** Whether a storefront can sign in: some key is neither revoked nor expired. */
export const hasUsableApiKey = ({ db, now }: Deps): Promise<boolean> => repo.hasUsable(db, now().toISOString())

/** Names by id, revoked keys included. */
export const listApiKeyNames = repo.listNames

/** Every API key, revoked ones included, oldest first. */
export async function listApiKeys({ db, now }: Deps): Promise<ApiKey[]> {
  const [rows, counts, revenue] = [await repo.listApiKeys(db), await countOrdersOfApiKeys(db), await listApiKeyRevenue(db)]
  const at = now().toISOString()
  return rows.map(({ key_hash: _, previous_key_hash: __, previous_ends_at, previous_created_by, ...shown }) => ({
    ...shown,
    scopes: scopesOf(shown),
    ...(previous_ends_at !== null && previous_ends_at > at
      ? { previous_ends_at, previous_created_by }
      : { previous_ends_at: null, previous_created_by: null }),
    ...(counts.get(shown.id) ?? { orders: 0, pending_orders: 0 }),
    revenue: centsToDollars(revenue.get(shown.id) ?? 0),
  }))
}

export interface RotationTerms {
  /**
   * The hint that the caller saw. If the same member has rotated the key since and the secret before still works, that answer is taken for
   * lost: its secret is replaced, and the one before keeps working.
   */
  readonly seenHint?: string
  /** A new expiry, as for a new key; null for none. By default it stays. */
  readonly expires?: string | null
}

/**
 * Gives an API key a new secret (docs/reference/sessions.md, API keys). The key keeps access to its orders. The previous secret works for
 * `overlapHours` more, but not past the key's expiry; one from an earlier rotation ends now. Only this answer contains the secret.
 * @throws 400 for an invalid or past expiry; 404 for an unknown or revoked key; 409 `api_key_expired`, or `conflict` if somebody else has
 *   rotated it since
 */
export async function rotateApiKey(
  deps: Deps,
  actor: Actor,
  id: number,
  overlapHours: number,
  { seenHint, expires }: RotationTerms = {},
): Promise<RotatedApiKey> {
  const now = deps.now()
  const { key, ...secret } = makeSecret()
  const newExpiry = typeof expires === 'string' ? checkExpiry(expires, now) : expires
  const old_ends_at = await transact(deps.db, async (tx) => {
    const row = await repo.lockApiKey(tx, id)
    if (row === undefined) throw notFound('API key')
    if (isOver(row, now)) throw conflict('This API key has expired, so a new secret would not work', 'api_key_expired')
    const wanted = new Date(now.getTime() + overlapHours * 3_600_000).toISOString()
    const isOutdated = seenHint !== undefined && seenHint !== row.hint
    if (isOutdated && row.created_by !== memberOf(actor)) throw conflict('Somebody else has rotated this API key meanwhile')
    const isRepeated = isOutdated && row.previous_ends_at !== null && row.previous_ends_at > now.toISOString()
    const expires_at = newExpiry === undefined ? row.expires_at : newExpiry
    const endsAt = [wanted, expires_at, isRepeated ? row.previous_ends_at : null].filter((end) => end !== null).toSorted()[0]!
    const { previous_key_hash, previous_created_by } = isRepeated
      ? row
      : { previous_key_hash: row.key_hash, previous_created_by: row.created_by }
    const previous = { previous_key_hash, previous_ends_at: endsAt, previous_created_by }
    await repo.replaceSecret(tx, id, { ...secret, ...previous, created_by: memberOf(actor), expires_at })
    const changes = { ...differences({ expires_at: row.expires_at }, { expires_at }), old_secret_ends_at: { before: null, after: endsAt } }
    await recordActivity(tx, { actor, action: 'api_key.rotated', subject: { kind: 'api_key', id, name: row.name }, changes, at: now })
    return endsAt
  })
  return { key, old_ends_at }
}

const isOver = ({ expires_at }: repo.ApiKeyRow, now: Date): boolean => expires_at !== null && expires_at <= now.toISOString()

/** @throws 404 for an unknown or revoked key */
export async function revokeApiKey(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    if (!(await repo.revokeApiKey(tx, id, deps.now().toISOString()))) throw notFound('API key')
    await recordActivity(tx, { actor, action: 'api_key.revoked', subject: { kind: 'api_key', id }, at: deps.now() })
  })
}

/**
 * Authenticates a storefront by its key and records the use.
 * @param countRequest throws 429 if the key makes too many requests
 * @param address where the request comes from
 * @throws 401 for an unknown, revoked or expired key, 403 for one without the scope
 */
export async function requireStorefront(
  deps: Deps,
  key: string,
  scope: ApiKeyScope | undefined,
  countRequest: (apiKeyId: number, now: Date) => void,
  address: string,
): Promise<Storefront> {
  const now = deps.now()
  const row = await repo.findLiveApiKey(deps.db, hashOf(key), now.toISOString())
  if (row === undefined) throw unauthenticated('The API key is not valid')
  if (isOver(row, now)) throw unauthenticated('The API key has expired')
  countRequest(row.id, now)
  noteUse(deps, row, now, address)
  if (scope !== undefined && !scopesOf(row).includes(scope)) throw forbidden(`This API key does not have the scope ${scope}`)
  return { apiKeyId: row.id, actor: { kind: 'store', id: row.id, name: row.name } }
}

/** Runs in the background: reads must work while another write is under way, and on a read-only database. */
function noteUse(deps: Deps, row: repo.ApiKeyRow, now: Date, address: string): void {
  if (!isUseNews(row.last_used_at, now)) return
  repo
    .setLastUsed(deps.db, row.id, { before: row.last_used_at, now: now.toISOString(), from: networkOf(address) })
    .catch((error: unknown) => deps.failures.report(error, 'the last use of an API key was not noted'))
}

const scopesOf = ({ scopes }: Pick<repo.ApiKeyRow, 'scopes'>): ApiKeyScope[] => JSON.parse(scopes) as ApiKeyScope[]
