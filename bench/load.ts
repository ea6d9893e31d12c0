import autocannon from 'autocannon'
import { cpuMs, type Server } from './servers.ts'

export interface Measured {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** CPU milliseconds of the server for each request. */
  readonly cpu: number
}

/** One round of as many requests as ten connections get answered. */
export async function measure(server: Server, path: string, headers: Record<string, string>, seconds: number): Promise<Measured> {
  const before = cpuMs(server.pid)
  const { requests, latency, errors, non2xx } = await autocannon({ url: server.url + path, connections: 10, duration: seconds, headers })
  if (errors + non2xx > 0) throw new Error(`${path}: ${errors} errors, ${non2xx} refusals`)
  return { perSecond: requests.total / seconds, p50: latency.p50, p99: latency.p99, cpu: (cpuMs(server.pid) - before) / requests.total }
}

export const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

export const medianOf = (rounds: readonly Measured[], part: keyof Measured): number => median(rounds.map((round) => round[part]))
