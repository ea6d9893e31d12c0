import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readConfig } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { openDeps } from '../../open-deps.ts'
import { builtServer } from './built-server.ts'
import { freshPostgresUrl } from '../databases/fresh-database.ts'

const password = 'correct horse battery'
const nextServer = join(import.meta.dirname, 'next-server.ts')

/**
 * Real server processes on one new database: as many as requested on PostgreSQL, one on SQLite. `deps` open the database from outside, with
 * the real time.
 * @param options.together starts them all at once instead of one after the other
 */
export async function startProcesses(
  count: number,
  variables: Record<string, string> = {},
  { together = false }: { together?: boolean } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-processes-'))
  const isPostgres = process.env['KEYDESK_TEST_DB'] === 'postgres'
  const settings = {
    ...{
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: password,
      // Tests send more requests than a storefront may.
      API_KEY_REQUESTS_PER_MINUTE: '1000000',
      APP_SECRET: 'one secret for all the servers of a test',
    },
    ...(isPostgres && { DATABASE_URL: await freshPostgresUrl() }),
    ...variables,
  }
  const servers: Running[] = []
  const start = (program = builtServer, more: Record<string, string> = {}) => startProcess(folder, { ...settings, ...more }, program)
  const all = isPostgres ? count : 1
  if (together) servers.push(...(await Promise.all(Array.from({ length: all }, () => start()))))
  else while (servers.length < all) servers.push(await start())
  const { deps, close } = await openDeps(readConfig(settings))
  let closing: Promise<void> | undefined
  const closeDeps = (): Promise<void> => (closing ??= close())

  const end = async (index: number, signal: NodeJS.Signals): Promise<void> => {
    const { child } = servers[index]!
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    urls: servers.map((server) => server.url),
    urlOf: (index: number) => servers[index]!.url,
    /** What a server has logged so far, one JSON object a line. */
    linesOf: (index: number): readonly string[] => servers[index]!.lines,
    pidOf: (index: number) => servers[index]!.child.pid,
    isRunning: (index: number): boolean => servers[index]!.child.exitCode === null && servers[index]!.child.signalCode === null,
    /** Kills a process, as a power cut would. */
    kill: (index: number) => end(index, 'SIGKILL'),
    /** Starts a process in place of one that ended. */
    async revive(index: number): Promise<void> {
      servers[index] = await start()
    },
    /** Starts one more server, on the same database, and returns its index: of the next version, with migrations for so many upgrades. */
    async startNext(upgrades: number): Promise<number> {
      return servers.push(await start(nextServer, { MADE_UP_UPGRADES: String(upgrades) })) - 1
    },
    /** Starts one more server of this version, with more variables, and returns its index. */
    async startBuilt(more: Record<string, string>): Promise<number> {
      return servers.push(await start(builtServer, more)) - 1
    },
    /** Stops a server as an operator does, and returns its exit code. */
    async stopOne(index: number): Promise<number | null> {
      await end(index, 'SIGTERM')
      return servers[index]!.child.exitCode
    },
    deps,
    /**
     * Closes `deps`, so that a killed server was the last to have the database open, and the next one finds it as the killed one left it.
     */
    closeDeps,
    /** Opens the database from outside for one piece of work. */
    async withDeps<T>(work: (opened: Deps) => Promise<T>): Promise<T> {
      const opened = await openDeps(readConfig(settings))
      try {
        return await work(opened.deps)
      } finally {
        await opened.close()
      }
    },
    password,
    mediaFolder: join(settings.DATA_DIR, 'media'),
    async stop(): Promise<void> {
      await closeDeps()
      await Promise.all(servers.map((_, index) => end(index, 'SIGTERM')))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Running {
  readonly child: ChildProcess
  readonly url: string
  readonly lines: readonly string[]
}

async function startProcess(cwd: string, settings: Record<string, string>, program: string): Promise<Running> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...settings },
    // The IPC channel ends the server when this process ends, for any reason.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const lines: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Running>()
  const output = createInterface(child.stdout!)
  output.on('line', (line) => {
    const url = /^Keydesk is ready at (\S+)$/.exec(line)?.[1]
    if (url !== undefined) resolve({ child, url, lines })
    else if (line.startsWith('{')) lines.push(line)
  })
  output.on('close', () => reject(new Error('The server ended before it was ready')))
  return promise
}
