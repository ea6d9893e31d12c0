import { Agent, get } from 'node:http'
import autocannon, { type Options, type Step } from 'autocannon'
import { cpuMs, type Server } from './servers.ts'

export interface Measured {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** CPU milliseconds of the server per request. */
  readonly cpu: number
}

type Load = Pick<Options, 'connections' | 'headers' | 'requests'>

/** One round: ten connections send requests without a pause. */
export const measure = (server: Server, path: string, headers: Record<string, string>, seconds: number): Promise<Measured> =>
  run(server, { connections: 10, requests: [{ path }], headers }, seconds)

/** Like `measure`, with several paths in turn. */
export const measureMix = (server: Server, paths: readonly string[], headers: Record<string, string>, seconds: number): Promise<Measured> =>
  run(server, { connections: 10, requests: paths.map((path) => ({ path })), headers }, seconds)

/** One round of writes, each with its own body. */
export const measureWrites = (server: Server, connections: number, requests: readonly Step[], seconds: number): Promise<Measured> =>
  run(server, { connections, requests, headers: { 'content-type': 'application/json' } }, seconds)

async function run(server: Server, load: Load, seconds: number): Promise<Measured> {
  const before = cpuMs(server.pid)
  const { requests, latency, errors, non2xx } = await autocannon({ url: server.url, duration: seconds, ...load })
  if (errors + non2xx > 0) throw new Error(`${load.requests?.[0]?.path ?? 'writes'}: ${errors} errors, ${non2xx} refusals`)
  return { perSecond: requests.total / seconds, p50: latency.p50, p99: latency.p99, cpu: (cpuMs(server.pid) - before) / requests.total }
}

/** @param share of the values that are at most the result, such as 0.95 */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]!

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export const medianOf = (rounds: readonly Measured[], part: keyof Measured): number => median(rounds.map((round) => round[part]))

const agent = new Agent({ keepAlive: true })

/**
 * Milliseconds of one request. Accepts a compressed answer, as a browser does, but does not decompress it: the client's own work and
 * garbage collection would hide a rare slow answer.
 */
export function timed(url: string, authorization: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const started = performance.now()
  get(url, { agent, headers: { authorization, 'accept-encoding': 'br' } }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
    answer.resume().once('end', () => resolve(performance.now() - started))
  }).once('error', reject)
  return promise
}
