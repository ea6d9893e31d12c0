import { median, timed } from '../load.ts'
import { signIn, startKeydesk } from '../servers.ts'
import type { Result } from '../table.ts'

/** Other requests while eight people sign in at once, which costs what it costs on purpose. */
export async function signIns(dataDir: string, { rounds, seconds }: { rounds: number; seconds: number }): Promise<Result[]> {
  const server = await startKeydesk(dataDir)
  const token = await signIn(server)
  const p99 = async (): Promise<number> => {
    const times: number[] = []
    for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
      times.push(await timed(`${server.url}/admin/coupons`, token))
    }
    return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]!
  }
  const quiet: number[] = []
  const busy: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await p99())
    const over = new AbortController()
    const people = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) await signIn(server)
    })
    busy.push(await p99())
    over.abort()
    await Promise.all(people)
  }
  await server.stop()
  const value = median(busy) / median(quiet)
  return [
    {
      ...{ work: 'other requests while 8 sign in', value, unit: 'times the p99', target: '≤ 2', passed: value <= 2 },
      more: `${median(busy).toFixed(1)} ms against ${median(quiet).toFixed(1)} ms`,
    },
  ]
}
