import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { measure, median } from '../load.ts'
import { residentMb, signIn, startKeydesk } from '../servers.ts'
import type { Result } from '../table.ts'

/** The start with a million orders, and the memory of the server at rest and after load. */
export async function start(dataDir: string, { rounds, seconds }: { rounds: number; seconds: number }): Promise<Result[]> {
  const starts: number[] = []
  const nothing: number[] = []
  const rest: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    nothing.push(performance.now() - began)
    await using stack = new AsyncDisposableStack()
    const server = await startKeydesk(dataDir)
    stack.defer(server.stop)
    starts.push(server.startedInMs)
    // Wait until the server is at rest.
    await wait(2_000)
    rest.push(residentMb(server.pid))
  }
  await using stack = new AsyncDisposableStack()
  const server = await startKeydesk(dataDir)
  stack.defer(server.stop)
  const authorization = await signIn(server)
  for (const path of ['/admin/products', '/admin/purchases/orders?limit=100', '/products/id/5', '/admin/coupons']) {
    await measure(server, path, { authorization }, seconds)
  }
  const loaded = residentMb(server.pid)
  const value = median(starts) / median(nothing)
  const memory = (work: string, megabytes: number, target: number): Result => ({
    ...{ work, value: megabytes, unit: 'MB resident', target: `≤ ${target}`, passed: megabytes <= target, more: '' },
  })
  return [
    {
      ...{ work: 'start', value, unit: 'times node -e 0', target: '≤ 8', passed: value <= 8 },
      more: `${Math.round(median(starts))} ms against ${Math.round(median(nothing))} ms`,
    },
    memory('memory after the start', median(rest), 120),
    memory('memory after the load', loaded, 200),
  ]
}
