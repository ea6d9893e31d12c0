import type { LookupFunction } from 'node:net'
import type { WebhookSettings } from '../../deps.ts'
import { isPublicAddress, literalAddressOf, notPublic, obstacleOf } from './address.rules.ts'

/** Per attempt, from the DNS lookup to the status of the answer. */
const timeMs = 10_000
/** Reads only so much of an answer, so that the receiver can finish writing. Discards all of it. */
const readBytes = 2_048

/** The outcome of one attempt. */
export type Outcome =
  | { readonly is: 'answered'; readonly status: number; readonly /** The header, as it came. */ retryAfter?: string | undefined }
  /** There was no answer. */
  | { readonly is: 'failed'; readonly reason: string }
  /** This server stops: the attempt does not count. */
  | { readonly is: 'cut' }

export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sends one message and returns the outcome. Connects only to addresses that were resolved and allowed for this attempt, and follows no
 * redirects.
 * @param signal aborts the attempt
 */
export async function post({ url: text, headers, body }: Post, settings: WebhookSettings, signal: AbortSignal): Promise<Outcome> {
  const url = new URL(text)
  const obstacle = obstacleOf(url, settings.allowPrivate)
  if (obstacle !== null) return { is: 'failed', reason: obstacle }
  // Imported only when needed: with them Node loads its client of fetch, which is a tenth of the start and 9 MB.
  const { request: send } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  return new Promise((resolve) => {
    const limit = AbortSignal.timeout(timeMs)
    const request = send(url, {
      method: 'POST',
      // Use a new connection, so that the address is checked each time.
      agent: false,
      lookup: allowedLookup(settings),
      signal: AbortSignal.any([signal, limit]),
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': 'Keydesk', ...headers },
    })
    request.on('response', (response) => {
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > readBytes) response.destroy()
      })
      // The status is enough: ignore a body that breaks off or never ends.
      response.on('error', () => undefined)
      const answered = { is: 'answered', status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] } as const
      response.on('close', () => resolve(answered))
    })
    // If nothing listens, Node closes the connection, and neither a response nor an error follows.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ is: 'answered', status: response.statusCode ?? 0 })
    })
    request.on('error', (error) => {
      if (signal.aborted) return resolve({ is: 'cut' })
      resolve({ is: 'failed', reason: limit.aborted ? `No answer within ${timeMs / 1000} seconds` : describeFailure(error) })
    })
    request.end(body)
  })
}

/** Called only for host names: an IP address as the host is checked before. */
const allowedLookup =
  (settings: WebhookSettings): LookupFunction =>
  (hostname, options, callback) => {
    const answer = (addresses: readonly string[]) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      if (options.all === true) callback(null, found)
      else callback(null, found[0]!.address, found[0]!.family)
    }
    const refuse = (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 0)
    resolveAllowed(hostname, settings).then(answer, refuse)
  }

/** Why a webhook may not use this URL, after resolving its name; null if it may. */
export async function obstacleAt(url: URL, settings: WebhookSettings): Promise<string | null> {
  const obstacle = obstacleOf(url, settings.allowPrivate)
  if (obstacle !== null || settings.allowPrivate || literalAddressOf(url) !== undefined) return obstacle
  return resolveAllowed(url.hostname, settings).then(() => null, describeFailure)
}

class RefusedAddress extends Error {}

/** @throws for a name without an address, or with one that is not allowed */
async function resolveAllowed(hostname: string, { resolve, allowPrivate }: WebhookSettings): Promise<readonly string[]> {
  const addresses = await resolve(hostname)
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
  if (!allowPrivate && !addresses.every(isPublicAddress)) throw new RefusedAddress(notPublic)
  return addresses
}

/** A text without the URL, which may contain a secret. */
function describeFailure(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message
  // With several addresses, each has its own failure.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  return (
    failures[code] ??
    (/CERT|SIGNATURE|SSL|TLS/.test(code) ? 'The certificate of the receiver is not valid' : `No answer (${code || 'unknown'})`)
  )
}

const failures: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the receiver cannot be found',
  EAI_AGAIN: 'The name of the receiver cannot be looked up',
  ECONNREFUSED: 'The receiver refused the connection',
  ECONNRESET: 'The receiver closed the connection',
  EHOSTUNREACH: 'The receiver cannot be reached',
  ENETUNREACH: 'The receiver cannot be reached',
  ETIMEDOUT: 'The receiver cannot be reached',
}
