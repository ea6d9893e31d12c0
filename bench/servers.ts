import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createApiKey, openDeps, readConfig, system } from '@keydesk/server'
import { nodeFlags } from '../scripts/launch/node-env.mjs'

const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))
const floorSite = fileURLToPath(new URL('floor-site.ts', import.meta.url))
const floorPosts = fileURLToPath(new URL('floor-posts.ts', import.meta.url))
const password = 'a password of the bench'

export interface Server {
  readonly url: string
  readonly pid: number
  /** Milliseconds from the start of the process until it reports that it serves. */
  readonly startedInMs: number
  readonly stop: () => Promise<void>
}

/** The real server, as `npm start` runs it, on a data folder. */
export const startKeydesk = (dataDir: string, variables: Record<string, string> = {}): Promise<Server> =>
  start(
    [main],
    { ...variables, DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: password, LOG_LEVEL: 'error', API_KEY_REQUESTS_PER_MINUTE: '1000000' },
    /Keydesk is ready at (\S+)/,
  )

/** Posts a body a given number of times, and ends. */
export const startFloorPosts = (url: string, count: number, body: string): Promise<Server> =>
  start([floorPosts, url, String(count), body], {}, /Floor at (\S+)/)

/** A bare Fastify that serves a site from a manifest (web/floor.ts), with separate folders for images and fonts. */
export const startFloorSite = (manifest: string, media: string, assets: string): Promise<Server> =>
  start([floorSite, manifest, media, assets], {}, /Floor at (\S+)/)

async function start(args: string[], settings: Record<string, string>, ready: RegExp): Promise<Server> {
  const started = performance.now()
  const { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX } = process.env
  const child: ChildProcess = spawn(process.execPath, [...nodeFlags({ server: true }), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  for await (const line of createInterface(child.stdout!)) {
    const url = ready.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout!.pipe(process.stderr)
    const stop = async () => {
      // A floor ends by itself when its work is done.
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    }
    return { url, pid: child.pid!, startedInMs: performance.now() - started, stop }
  }
  throw new Error(`${args[0]} ended before it served`)
}

export async function signIn({ url }: Server): Promise<string> {
  const answer = await fetch(`${url}/auth/password-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: 'admin', password }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

export type Call = (method: string, path: string, body?: unknown) => Promise<unknown>

/** Calls the API as the administrator and as a storefront. Throws on a refusal, which is a bug in the bench. */
export async function callerOf(
  server: Server,
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<{ admin: Call; token: string; storeKey: string }> {
  const token = await signIn(server)
  const { deps, close } = await openDeps(readConfig({ ...variables, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  const { key } = await createApiKey(deps, system, 'bench')
  await close()
  const caller =
    (authorization: string): Call =>
    async (method, path, body) => {
      const request: RequestInit = { method, headers: { authorization, 'content-type': 'application/json' } }
      if (body !== undefined) request.body = JSON.stringify(body)
      const answer = await fetch(server.url + path, request)
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
      return answer.json()
    }
  return { admin: caller(token), token, storeKey: `Bearer ${key}` }
}

/** Milliseconds of CPU that a process has used, as Linux counts them. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Resident memory in megabytes. */
export const residentMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
