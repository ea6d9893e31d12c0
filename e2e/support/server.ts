import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createApiClient, createStoreClient, type ApiClient } from './api.ts'

const run = promisify(execFile)
const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))
const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

export interface Keydesk {
  /** Where it serves, without a slash at the end. */
  readonly url: string
  readonly admin: { readonly username: string; readonly password: string }
  /** A call of the API as the administrator. */
  readonly api: ApiClient
  /** A call of the store API, as a storefront whose key the command line made. */
  readonly store: ApiClient
}

/** The real server in a process of its own, on a data folder that is deleted with it. */
export async function startKeydesk(variables: Record<string, string> = {}): Promise<Keydesk & { stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-journey-'))
  const admin = { username: 'admin', password: 'journey-password-1' }
  // Nothing of the environment but what a program needs to run: the tester's own configuration must not reach the server.
  const { PATH, SYSTEMROOT, TMPDIR, TEMP, NODE_COMPILE_CACHE } = process.env
  const ours = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  }
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    // No .env stands here.
    cwd: folder,
    env: { PATH, SYSTEMROOT, TMPDIR, TEMP, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', ...ours, ...variables },
    // The channel ends the server when this process is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(server, 'exit')
  const stop = async () => {
    server.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  const output: string[] = []
  const { stdout, stderr } = server
  if (stdout === null || stderr === null) throw new Error('The server has no output')
  stderr.on('data', (chunk: Buffer) => output.push(String(chunk)))
  const ready = new Promise<string>((resolve) => {
    createInterface(stdout).on('line', (line) => {
      output.push(`${line}\n`)
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (url !== undefined) resolve(url)
    })
  })
  const url = await Promise.race([ready, exited.then(() => undefined)])
  if (url === undefined) {
    await stop()
    throw new Error(`The server did not start:\n${output.join('')}`)
  }
  try {
    const { stdout: said } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', cli, 'api-key', 'create', 'journey'], {
      cwd: folder,
      env: { PATH, ...ours, ...variables },
    })
    const key = /kd_\S+/.exec(said)?.[0] ?? ''
    return { url, admin, api: await createApiClient(url, admin), store: createStoreClient(url, key), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
