import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js'
import type { ChannelProblem, ConnectFailure, PostOutcome, RemoveOutcome } from '@keydesk/contract/bot-port'

/** The gateway's close codes that say why it refuses the bot. */
const closeKinds: Record<number, readonly [ConnectFailure['kind'], string]> = {
  4004: ['wrong_token', ''],
  4010: ['not_permitted', 'invalid shard'],
  4011: ['not_permitted', 'sharding is required'],
  4013: ['not_permitted', 'invalid intents'],
  4014: ['not_permitted', 'disallowed intents'],
}

export function closeFailure(code: number): ConnectFailure {
  const [kind, detail] = closeKinds[code] ?? ['closed', `code ${code}`]
  return { kind, detail: detail === '' ? null : detail }
}

/** Why signing in failed. The error's text is left out: it may quote the request. */
export function loginFailure(error: unknown): ConnectFailure {
  if (isError(error) && error.code === 'TokenInvalid') return { kind: 'wrong_token', detail: null }
  if (error instanceof RateLimitError) return { kind: 'unreachable', detail: 'too many requests' }
  if (error instanceof DiscordAPIError || error instanceof HTTPError) {
    if (error.status === 401) return { kind: 'wrong_token', detail: null }
    if (error.status === 403) return { kind: 'not_permitted', detail: 'status 403' }
    return { kind: 'unreachable', detail: `status ${error.status}` }
  }
  if (isError(error) && /remaining|session start limit|Not enough sessions/i.test(error.message)) {
    return { kind: 'unreachable', detail: 'too many sign-ins today' }
  }
  return { kind: 'unreachable', detail: networkCode(error) }
}

/** The service's codes for problems with a channel, or a message in it. */
const channelKinds: Record<number, ChannelProblem['kind']> = {
  10003: 'unknown_channel',
  10008: 'unknown_message',
  50001: 'no_access',
  50013: 'no_permission',
}

/** The outcome of a failed post or edit. */
export function postFailure(error: unknown): Exclude<PostOutcome, { is: 'posted' }> {
  if (error instanceof RateLimitError) return { is: 'later', reason: 'Rate limited', retryAfterMs: error.retryAfter, isKnown: true }
  if (error instanceof HTTPError || error instanceof DiscordAPIError) {
    if (error.status === 429 || error.status >= 500) {
      // The fault may have come after the message was posted.
      return { is: 'later', reason: `Discord answered with status ${error.status}`, retryAfterMs: null, isKnown: error.status === 429 }
    }
    return { is: 'refused', problem: channelProblem(error) }
  }
  // No answer came. The message may still have been posted.
  return { is: 'later', reason: `The connection was lost (${networkCode(error) ?? 'no answer'})`, retryAfterMs: null, isKnown: false }
}

/** The outcome of a failed deletion. A message that is gone counts as deleted. */
export function removeFailure(error: unknown): RemoveOutcome {
  const failure = postFailure(error)
  const isGone = failure.is === 'refused' && (failure.problem.kind === 'unknown_message' || failure.problem.kind === 'unknown_channel')
  return isGone ? { is: 'removed' } : failure
}

export function channelProblem(error: unknown): ChannelProblem {
  if (error instanceof RateLimitError) return { kind: 'other', detail: 'too many requests' }
  if (!(error instanceof DiscordAPIError || error instanceof HTTPError)) return { kind: 'other', detail: networkCode(error) ?? 'no answer' }
  if (error.status === 401) return { kind: 'wrong_token', detail: null }
  const code = error instanceof DiscordAPIError ? Number(error.code) : 0
  const kind = channelKinds[code] ?? (error.status === 403 ? 'no_permission' : 'other')
  return { kind, detail: code === 0 ? `status ${error.status}` : `${apiMessage(error)}, code ${code}` }
}

/** The service's sentence without the list of fields after it. */
const apiMessage = (error: Error): string => error.message.split('\n')[0]!.slice(0, 200)

function networkCode(error: unknown): string | null {
  for (let cause = error; isError(cause); cause = cause.cause) {
    if (typeof cause.code === 'string' && /^E[A-Z]+$|^UND_ERR/.test(cause.code)) return cause.code
    if (cause.name === 'AbortError') return 'timed out'
  }
  return null
}

const isError = (error: unknown): error is Error & { code?: unknown } => error instanceof Error
