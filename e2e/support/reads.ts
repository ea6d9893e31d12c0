import { calls, type Endpoint } from '@keydesk/contract'
import type { Page, Request } from '@playwright/test'

/** The calls of the web app that change nothing. */
const readingCalls = Object.values(calls)
  .flatMap((noun) => Object.values<Endpoint>(noun))
  .filter(({ method, reads, access }) => (method === 'GET' || reads === true) && access !== 'store')
  .map(({ method, path }) => ({ method, pattern: path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '') }))

const anyOf = (method?: string) =>
  new RegExp(
    `^http://[^/]+(${readingCalls.flatMap((call) => (method === undefined || call.method === method ? [call.pattern] : [])).join('|')})/?(\\?|$)`,
  )

/** `GET /admin/coupons?limit=100`, or null if the request is not a read. */
function nameOf(request: Request): string | null {
  const { pathname, search } = new URL(request.url())
  return anyOf(request.method()).test(request.url()) && request.resourceType() !== 'document'
    ? `${request.method()} ${pathname}${search}`
    : null
}

/** The result of a call that was held. */
export type Outcome = 'answered' | 'refused'

/** A network on which single reads can be refused or held. */
export async function watchReads(page: Page) {
  const refused = new Set<string>()
  let down: string | null = null
  let isHolding = false
  let held: { readonly name: string; readonly settle: (outcome: Outcome) => void; readonly settled: Promise<void> }[] = []
  let hasWritten = false
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (nameOf(request) !== null) open.add(request)
    else if (request.method() !== 'GET') hasWritten = true
  })
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', (request) => void open.delete(request))
  const waits = new Set<Request>()
  await page.route(anyOf(), async (route) => {
    const request = route.request()
    const name = nameOf(request)
    if (name !== null && name === down) {
      refused.add(name)
      return route.fulfill({ status: 503 })
    }
    if (name === null || !isHolding) return route.continue()
    const { promise: outcome, resolve: settle } = Promise.withResolvers<Outcome>()
    const { promise: settled, resolve: done } = Promise.withResolvers<void>()
    held.push({ name, settle, settled })
    waits.add(request)
    const send = (await outcome) === 'answered' ? route.continue() : route.fulfill({ status: 503 })
    waits.delete(request)
    // The page may have dropped the request.
    await send.catch(() => undefined)
    return done()
  })
  return {
    /** Refuses every such call until the returned function is called. */
    takeDown(name: string): () => void {
      refused.clear()
      down = name
      return () => void (down = null)
    },
    wasRefused: (name: string) => refused.has(name),
    /** Holds every read from now on. */
    hold(): void {
      held = []
      isHolding = true
      hasWritten = false
    },
    /** Whether something was changed since `hold`. */
    hasWritten: () => hasWritten,
    /** Whether all calls under way are held. */
    isQuiet: () => [...open].every((request) => waits.has(request)),
    /** The reads that were held since `hold`. */
    held: () => [...new Set(held.map(({ name }) => name))],
    /** Reads from now on are answered. Held reads stay held. */
    stopHolding: () => void (isHolding = false),
    /** Releases the held reads, and stops holding. */
    async settle(outcome: Outcome): Promise<void> {
      isHolding = false
      for (const { settle } of held) settle(outcome)
      await Promise.all(held.map(({ settled }) => settled))
    },
  }
}

export type Reads = Awaited<ReturnType<typeof watchReads>>
