import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtServer } from './testing/built-server.ts'

/** The real process, from its command line: what it prints, how it ends. */

let folder: string
const running = new Set<ChildProcess>()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keydesk-run-'))
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
  await rm(folder, { recursive: true, force: true })
})

function launch(env: Record<string, string> = {}, { ipc = false } = {}) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', builtServer], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', ...env },
    stdio: ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  const url = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const ready = /^Keydesk is ready at (\S+)$/m.exec(said.out)?.[1]
      if (ready !== undefined) resolve(ready)
    })
    void exited.then(() => reject(new Error(`ended: ${said.err}`)))
  })
  url.catch(() => undefined)
  return { child, url, exited, said }
}

test('the first start prints the address and, once, the first sign-in, which works', async () => {
  const first = launch()
  const url = await first.url
  await expect.poll(() => first.said.out).toMatch(/Sign in as admin \(admin@example\.com\) with the password \S{16}\n/)
  const password = /password (\S{16})\n/.exec(first.said.out)?.[1]
  const answer = await fetch(`${url}/auth/password-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: 'admin', password }),
  })
  expect(answer.status).toBe(200)
  first.child.kill('SIGTERM')
  expect(await first.exited).toBe(0)

  const second = launch()
  await second.url
  second.child.kill('SIGINT')
  expect(await second.exited).toBe(0)
  expect(second.said.out).not.toContain('password')
})

test('a password from the environment is used and not printed', async () => {
  const { said, url } = launch({ ADMIN_PASSWORD: 'chosen by the seller' })
  await url
  await expect.poll(() => said.out).toContain('with the password from ADMIN_PASSWORD')
  expect(said.out + said.err).not.toContain('chosen by the seller')
})

test('a .env file is read, and the environment comes before it', async () => {
  await writeFile(join(folder, '.env'), 'ADMIN_USERNAME=from-file\nADMIN_EMAIL=file@example.com\n')
  const { said, url } = launch({ ADMIN_EMAIL: 'env@example.com' })
  await url
  await expect.poll(() => said.out).toContain('Sign in as from-file (env@example.com)')
})

test('a port in use, a folder that is none, a database that does not answer and a bad setting each end with one line and code 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  await writeFile(join(folder, 'file'), '')
  const cases = [
    [{ PORT: String(port) }, `Port ${port} on 127.0.0.1 is already in use. Set PORT to a free one.\n`],
    [
      { DATA_DIR: join(folder, 'file', 'data') },
      `The folder ${join(folder, 'file', 'data')} cannot be written (ENOTDIR). Set DATA_DIR to one that can.\n`,
    ],
    [
      { DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/none', APP_SECRET: 'x'.repeat(32) },
      'The database at 127.0.0.1:1 does not answer (ECONNREFUSED). Check DATABASE_URL.\n',
    ],
    [{ DATA_DIR: '/proc/nope' }, 'The folder /proc/nope cannot be written (ENOENT). Set DATA_DIR to one that can.\n'],
    [{ DATA_DIR: '/proc/nope/deeper' }, 'The folder /proc/nope/deeper cannot be written (ENOENT). Set DATA_DIR to one that can.\n'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent\n'],
  ] as const
  for (const [env, line] of cases) {
    const { exited, said } = launch(env)
    expect(await exited).toBe(1)
    expect(said.err).toBe(line)
  }
  taken.close()
})

test('a request that is running when the server is told to stop is finished', async () => {
  const { child, url, exited } = launch({ ADMIN_PASSWORD: 'chosen by the seller' })
  const base = await url
  // Hashing takes long enough for the signal to arrive in the middle.
  const signIns = Array.from({ length: 6 }, () =>
    fetch(`${base}/auth/password-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identity: 'admin', password: 'chosen by the seller' }),
    }),
  )
  await Promise.race(signIns)
  child.kill('SIGTERM')
  expect((await Promise.all(signIns)).map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await exited).toBe(0)
})

test('the server ends with a launcher that was killed outright', async () => {
  const { child, url, exited } = launch({}, { ipc: true })
  await url
  child.disconnect()
  expect(await exited).toBe(0)
})
