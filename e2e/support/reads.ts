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

/** `GET /admin/coupons?limit=100`, or null for what is no reading call. */
function nameOf(request: Request): string | null {
  const { pathname, search } = new URL(request.url())
  return anyOf(request.method()).test(request.url()) && request.resourceType() !== 'document'
    ? `${request.method()} ${pathname}${search}`
    : null
}

/** What becomes of a call that was held back. */
export type Outcome = 'answered' | 'refused'

/** A network on which each reading call can be refused or held back by itself. */
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
    // Nobody may want it any more.
    await send.catch(() => undefined)
    return done()
  })
  return {
    /** The call is refused, however often it is made, until the result is called. */
    takeDown(name: string): () => void {
      refused.clear()
      down = name
      return () => void (down = null)
    },
    wasRefused: (name: string) => refused.has(name),
    /** Calls that are made from now on wait. */
    hold(): void {
      held = []
      isHolding = true
      hasWritten = false
    },
    /** Whether something was changed since then. */
    hasWritten: () => hasWritten,
    /** Whether no call is on its way but those that are held back. */
    isQuiet: () => [...open].every((request) => waits.has(request)),
    /** The calls that wait or waited since then. */
    held: () => [...new Set(held.map(({ name }) => name))],
    /** Calls that are made from now on are answered; those that wait go on waiting. */
    stopHolding: () => void (isHolding = false),
    /** Ends the waiting. */
    async settle(outcome: Outcome): Promise<void> {
      isHolding = false
      for (const { settle } of held) settle(outcome)
      await Promise.all(held.map(({ settled }) => settled))
    },
  }
}

export type Reads = Awaited<ReturnType<typeof watchReads>>
