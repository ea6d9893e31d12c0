import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ApiKeyInput, NewApiKey } from '@keydesk/contract'
import { createApiClient, createStoreClient, type ApiClient } from './api.ts'
import { startProgram } from './program.ts'

const run = promisify(execFile)
const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))
const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

export interface Keydesk {
  /** Its address, without a slash at the end. */
  readonly url: string
  readonly admin: { readonly username: string; readonly password: string }
  /** Calls the API as the administrator. */
  readonly api: ApiClient
  /** Calls the store API as a storefront. */
  readonly store: ApiClient
  /** Runs a command of the command line on the same data. */
  readonly cli: (args: readonly string[], input?: string) => Promise<string>
  /** Ends the process. The data and the address stay. */
  readonly pause: () => Promise<void>
  /** Starts it again after `pause`. */
  readonly resume: () => Promise<void>
}

/** The variables that a program needs to run. The tester's own configuration must not reach the server. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SYSTEMROOT, TMPDIR, TEMP, NODE_COMPILE_CACHE } = process.env
  return { PATH, SYSTEMROOT, TMPDIR, TEMP, NODE_COMPILE_CACHE }
}

interface Place {
  readonly cwd: string
  readonly variables: Record<string, string>
}

/** Runs a command of the command line, and returns its output. */
export async function runCli({ cwd, variables }: Place, args: readonly string[], input = ''): Promise<string> {
  const running = run(process.execPath, ['--disable-warning=ExperimentalWarning', cli, ...args], {
    cwd,
    env: { ...bareEnvironment(), ...variables },
  })
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** Calls the store API with a new key that has every scope. */
export async function openStore(url: string, api: ApiClient): Promise<ApiClient> {
  const wanted: ApiKeyInput = { name: 'journey', scopes: ['catalogue:read', 'orders:write', 'users:write'] }
  const { key } = (await api('POST', '/admin/api-keys', wanted)) as NewApiKey
  return createStoreClient(url, key)
}

/** The real server in a process of its own, on a data folder that is deleted at the end. */
export async function startKeydesk(variables: Record<string, string> = {}): Promise<Keydesk & { stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-journey-'))
  const admin = { username: 'admin', password: 'journey-password-1' }
  const ours = { DATA_DIR: join(folder, 'data'), ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password, ...variables }
  const start = (port: string) =>
    startProgram([main], {
      // This folder has no .env.
      cwd: folder,
      env: { ...bareEnvironment(), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: port, ...ours },
    })
  let server = await start('0')
  let isRunning = true
  const { url } = server
  const pause = async () => {
    if (isRunning) await server.stop()
    isRunning = false
  }
  const resume = async () => {
    if (!isRunning) server = await start(new URL(url).port)
    isRunning = true
  }
  const stop = async () => {
    await pause()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const api = await createApiClient(url, admin)
    const runOurs = (args: readonly string[], input?: string) => runCli({ cwd: folder, variables: ours }, args, input)
    return { url, admin, api, store: await openStore(url, api), cli: runOurs, pause, resume, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
