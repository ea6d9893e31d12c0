import { measureMix, median, percentile, timed } from '../load.ts'
import { signIn, startKeydesk, type Server } from '../servers.ts'
import type { Result } from '../table.ts'

interface Seen {
  /** p99 in milliseconds, with ten connections that send requests without a pause. */
  readonly loaded: number
  /** p99 in milliseconds, with one request after the other. */
  readonly alone: number
}

/** Other requests while eight people sign in at once. A sign-in is slow on purpose. */
export async function signIns(dataDir: string, { rounds, seconds }: { rounds: number; seconds: number }): Promise<Result[]> {
  await using stack = new AsyncDisposableStack()
  const server = await startKeydesk(dataDir)
  stack.defer(server.stop)
  const token = await signIn(server)
  const quiet: Seen[] = []
  const busy: Seen[] = []
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await p99s(server, token, seconds))
    const over = new AbortController()
    const people = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) await signIn(server)
    })
    try {
      busy.push(await p99s(server, token, seconds))
    } finally {
      over.abort()
      await Promise.all(people)
    }
  }
  const of = (seen: readonly Seen[], part: keyof Seen) => median(seen.map((round) => round[part]))
  const value = of(busy, 'loaded') / of(quiet, 'loaded')
  return [
    {
      ...{ work: 'other requests while 8 sign in', value, unit: 'times the p99', target: '≤ 2', passed: value <= 2 },
      more:
        `${of(busy, 'loaded').toFixed(0)} ms against ${of(quiet, 'loaded').toFixed(0)} ms; ` +
        `one at a time ${of(busy, 'alone').toFixed(1)} ms against ${of(quiet, 'alone').toFixed(1)} ms`,
    },
  ]
}

const paths = ['/admin/products', '/products/id/500', '/admin/purchases/orders?limit=100', '/admin/coupons', '/admin/purchases/stats']

async function p99s(server: Server, token: string, seconds: number): Promise<Seen> {
  const { p99 } = await measureMix(server, paths, { authorization: token }, seconds)
  const times: number[] = []
  for (const end = performance.now() + seconds * 500; performance.now() < end;)
    times.push(await timed(`${server.url}/admin/coupons`, token))
  return { loaded: p99, alone: percentile(times, 0.99) }
}
