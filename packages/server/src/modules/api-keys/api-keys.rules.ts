import { apiKeyScopes, isDay, type ApiKeyScope } from '@keydesk/contract'
import { invalid } from '../../errors.ts'

const isScope = (text: string): text is ApiKeyScope => apiKeyScopes.some((scope) => scope === text)

/**
 * The scopes of a new key, without duplicates and in the contract's order.
 * @throws 400 for no scope or an unknown one
 */
export function checkScopes(scopes: readonly string[]): ApiKeyScope[] {
  const unknown = scopes.find((scope) => !isScope(scope))
  if (unknown !== undefined) throw invalid(`There is no scope ${unknown}; there are ${apiKeyScopes.join(', ')}`)
  if (scopes.length === 0) throw invalid(`An API key needs a scope: ${apiKeyScopes.join(', ')}`)
  return apiKeyScopes.filter((scope) => scopes.includes(scope))
}

/**
 * Parses an expiry: an ISO 8601 moment with Z or its offset, or a date, which means its start in UTC.
 * @throws 400 for an invalid or past date
 */
export function checkExpiry(text: string, now: Date): string {
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? []
  const at = new Date(isDay(day) ? text : Number.NaN)
  if (Number.isNaN(at.getTime())) throw invalid('The expiry must be a date such as 2030-12-31, or a moment such as 2030-12-31T18:00:00Z')
  if (at <= now) throw invalid('The expiry must be in the future')
  return at.toISOString()
}

/** The last use is written at most once a minute. */
const usedAgainMs = 60_000

export const isUseNews = (lastUsedAt: string | null, now: Date): boolean =>
  lastUsedAt === null || Date.parse(lastUsedAt) + usedAgainMs <= now.getTime()
