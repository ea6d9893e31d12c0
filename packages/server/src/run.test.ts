import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDiscord } from '@keydesk/stand-in'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig, type Config } from './config.ts'
import { migrateDeps, openDeps } from './open-deps.ts'
import { explainStartFailure } from './start-failure.ts'
import { builtServer } from './testing/processes/built-server.ts'

/** The real process, from its command line: its output, and how it ends. */

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

function launch(env: Record<string, string> = {}, { ipc = false, args = [] as readonly string[] } = {}) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', builtServer, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const output = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const url = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const ready = /^Keydesk is ready at (\S+)$/m.exec(output.out)?.[1]
      if (ready !== undefined) resolve(ready)
    })
    void exited.then(() => reject(new Error(`ended: ${output.err}`)))
  })
  url.catch(() => undefined)
  return { child, url, exited, output }
}

/** The line of a start that fails before the server itself is made: without a process. */
async function failureOf(env: Record<string, string> = {}): Promise<string | undefined> {
  let config: Config | undefined
  try {
    config = readConfig({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', ...env })
    await (await openDeps(config)).close()
  } catch (error) {
    return explainStartFailure(error, config)
  }
  return undefined
}

/** A shop in the data folder, without a server. */
async function makeShop(): Promise<void> {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' })
  const { deps, close } = await openDeps(config)
  await migrateDeps(config, deps)
  await close()
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

test('the first start prints the address and, once, the first sign-in, which works; the data folder is private at each start', async () => {
  const first = launch()
  const url = await first.url
  await expect.poll(() => first.output.out).toMatch(/Sign in as admin \(admin@example\.com\) with the password \S{16}\n/)
  const password = /password (\S{16})\n/.exec(first.output.out)?.[1]
  const answer = await fetch(`${url}/auth/password-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: 'admin', password }),
  })
  expect(answer.status).toBe(200)
  expect(first.output.out).not.toContain('its secret was missing')

  // Nobody else can read the files it made, nor files that an older version left readable.
  const data = join(folder, 'data')
  const names = ['keydesk.db', 'keydesk.db-wal', 'keydesk.db-shm', 'secret']
  expect(await modeOf(data)).toBe(0o700)
  for (const name of names) expect(await modeOf(join(data, name))).toBe(0o600)
  first.child.kill('SIGKILL')
  await first.exited
  await chmod(data, 0o755)
  for (const name of names) await chmod(join(data, name), 0o644)

  const second = launch()
  await second.url
  expect(await modeOf(data)).toBe(0o700)
  for (const name of names) expect(await modeOf(join(data, name))).toBe(0o600)
  second.child.kill('SIGINT')
  expect(await second.exited).toBe(0)
  expect(second.output.out).not.toContain('password')
})

test('the built server is ASCII, so that Node keeps its text with one byte a character', async () => {
  expect(await readFile(builtServer, 'utf8')).not.toMatch(/\P{ASCII}/u)
})

test('a .env file is read, the environment comes before it, and a password from there is used and not printed', async () => {
  await writeFile(join(folder, '.env'), 'ADMIN_USERNAME=from-file\nADMIN_EMAIL=file@example.com\n')
  const { output, url } = launch({ ADMIN_EMAIL: 'env@example.com', ADMIN_PASSWORD: 'chosen by the seller' })
  await url
  await expect.poll(() => output.out).toContain('Sign in as from-file (env@example.com) with the password from ADMIN_PASSWORD')
  expect(output.out + output.err).not.toContain('chosen by the seller')
})

test('a .env file that cannot be read ends the start with one line', async () => {
  // Stands for a file of another account: this test may run as root, which reads every file.
  await mkdir(join(folder, '.env'))
  const { exited, output } = launch()
  expect(await exited).toBe(1)
  expect(output.err).toBe(
    `${join(folder, '.env')} cannot be read. Run Keydesk as an account that may read it, such as that of the service.\n`,
  )
})

test('a folder that is none, a database that does not answer and a bad setting each end with one line and code 1', async () => {
  await writeFile(join(folder, 'file'), '')
  // Answers like a PostgreSQL that offers no TLS.
  const plain = createServer((socket) => socket.once('data', () => socket.end('N'))).listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const database = `127.0.0.1:${(plain.address() as AddressInfo).port}`
  const withTls = (query: string) => ({ DATABASE_URL: `postgres://someone:hidden@${database}/none?${query}`, APP_SECRET: 'x'.repeat(32) })
  // Refuses a connection as PostgreSQL does.
  const refusing = async (code: string) => {
    const server = createServer((socket) => {
      const fields = Buffer.from(`SFATAL\0C${code}\0Mrefused\0\0`)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(fields.length + 4)
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const [wrongPassword, wrongName] = [await refusing('28P01'), await refusing('3D000')]
  const at = (host: string) => ({ DATABASE_URL: `postgres://someone:hidden@${host}/none`, APP_SECRET: 'x'.repeat(32) })
  const ending = [
    [at(wrongPassword), `PostgreSQL at ${wrongPassword} refuses the user or password in DATABASE_URL (28P01).\n`],
    [
      { DATA_DIR: join(folder, 'file', 'data') },
      `The folder ${join(folder, 'file', 'data')} cannot be written (ENOTDIR). Set DATA_DIR to one that can.\n`,
    ],
    [
      withTls('sslmode=verify-full'),
      `TLS to the database at ${database} failed (The server does not support SSL connections). Check sslmode and sslrootcert in DATABASE_URL.\n`,
    ],
    [{ HOST: 'no such host' }, 'Cannot listen on no such host:0 (ENOTFOUND). Set HOST and PORT to an address of this machine.\n'],
  ] as const
  const ended = await Promise.all(
    ending.map(async ([env]) => {
      const { exited, output } = launch(env)
      return [await exited, output.err]
    }),
  )
  expect(ended).toEqual(ending.map(([, line]) => [1, line]))
  const others = [
    [at(wrongName), `PostgreSQL at ${wrongName} has no database of the name in DATABASE_URL (3D000).`],
    [at('127.0.0.1:1'), 'The database at 127.0.0.1:1 does not answer (ECONNREFUSED). Check DATABASE_URL.'],
    [
      withTls('sslmode=verify-full&sslrootcert=%2Fnowhere%2Fca.pem'),
      'The file /nowhere/ca.pem cannot be read (ENOENT). Check DATABASE_URL, which names it.',
    ],
    [
      { DATABASE_URL: 'postgres://someone:hid/den@127.0.0.1:1/none', APP_SECRET: 'x'.repeat(32) },
      'DATABASE_URL must be an address that starts with postgres://, with special characters of user and password percent-encoded',
    ],
    [{ DATA_DIR: '/proc/nope' }, 'The folder /proc/nope cannot be written (ENOENT). Set DATA_DIR to one that can.'],
    [{ DATA_DIR: '/proc/nope/deeper' }, 'The folder /proc/nope/deeper cannot be written (ENOENT). Set DATA_DIR to one that can.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
  ] as const
  expect(await Promise.all(others.map(([env]) => failureOf(env)))).toEqual(others.map(([, line]) => line))
  plain.close()
})

test('a file of another account in a folder that can be written is named with what to do', () => {
  // Made up: this test may run as root, which reads every file.
  const refusal = (path: string) => Object.assign(new Error('refused'), { code: 'EACCES', path })
  const explain = (dataDir: string, path: string) =>
    explainStartFailure(refusal(path), { DATA_DIR: dataDir } as Parameters<typeof explainStartFailure>[1])
  expect(explain(folder, join(folder, 'keydesk.db'))).toBe(
    `${join(folder, 'keydesk.db')} belongs to another account, such as root (EACCES). Give the folder to the account of Keydesk: chown -R ACCOUNT ${folder}`,
  )
  const missing = join(folder, 'missing')
  expect(explain(missing, missing)).toBe(`The folder ${missing} cannot be written (EACCES). Set DATA_DIR to one that can.`)
})

test('a first start whose port is in use says so and prints the sign-in, which works once the port is free', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const failed = launch({ PORT: String(port) })
  expect(await failed.exited).toBe(1)
  expect(failed.output.err).toBe(`Port ${port} on 127.0.0.1 is already in use. Set PORT to a free one.\n`)
  taken.close()
  const password = /^Sign in as admin \(admin@example\.com\) with the password (\S{16})$/m.exec(failed.output.out)?.[1]
  const { url, output } = launch()
  const answer = await fetch(`${await url}/auth/password-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: 'admin', password }),
  })
  expect(answer.status).toBe(200)
  expect(output.out).not.toContain('password')
})

test('a folder that holds other things as well stays as open as it was, and the server ends with a launcher that was killed outright', async () => {
  const data = join(folder, 'shared')
  await mkdir(data)
  await chmod(data, 0o755)
  await writeFile(join(data, 'letter.txt'), '')
  const { child, url, exited } = launch({ DATA_DIR: data }, { ipc: true })
  await url
  expect(await modeOf(data)).toBe(0o755)
  expect(await modeOf(join(data, 'keydesk.db'))).toBe(0o600)
  child.disconnect()
  expect(await exited).toBe(0)
})

test.each(['', 'short\n'])('a secret that was cut (%j) is refused with one line, and not used', async (cut) => {
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'data', 'secret'), cut)
  expect(await failureOf()).toMatch(/^The secret in \S+secret must have at least 32 characters\. .*$/)
  expect(await readFile(join(folder, 'data', 'secret'), 'utf8')).toBe(cut)
})

test('a lost secret is a warning, once, beside the database of a shop', async () => {
  await makeShop()
  await rm(join(folder, 'data', 'secret'))
  for (const warns of [true, false]) {
    const { child, url, exited, output } = launch()
    await url
    child.kill('SIGTERM')
    await exited
    expect(output.out.includes('its secret was missing, and a new one was made. Put back a copy of '), output.out).toBe(warns)
  }
})

test('a database that is missing or empty where a shop has been is a lost disk: refused until a new shop is asked for', async () => {
  // Whichever trace is left: the secret of the folder, or only the lock of its server.
  for (const [env, ways] of [
    [{}, ['empty', 'missing']],
    [{ APP_SECRET: 'x'.repeat(32) }, ['missing', 'empty']],
  ] as const) {
    const data = join(folder, Object.keys(env).join('') || 'own')
    const first = launch({ ...env, DATA_DIR: data })
    await first.url
    first.child.kill('SIGTERM')
    await first.exited
    for (const how of ways) {
      await rm(join(data, 'keydesk.db'), { force: true })
      if (how === 'empty') await writeFile(join(data, 'keydesk.db'), '')
      const { exited, output } = launch({ ...env, DATA_DIR: data })
      expect(await exited).toBe(1)
      expect(output.err).toMatch(
        /^\S+keydesk\.db is missing or empty, but a shop has used this folder: it looks like a lost disk\. .*restore.*--new-shop.*\n$/,
      )
      expect((await stat(join(data, 'keydesk.db')).catch(() => undefined))?.size).toBe(how === 'empty' ? 0 : undefined)
    }
    const asked = launch({ ...env, DATA_DIR: data }, { args: ['--new-shop'] })
    expect((await fetch(`${await asked.url}/ready`)).status).toBe(200)
    expect(asked.output.out).toContain('Sign in as admin')
    asked.child.kill('SIGTERM')
    expect(await asked.exited).toBe(0)
    await launch({ ...env, DATA_DIR: data }).url
  }
})

test('an argument that the server does not know is refused in one line, before anything is made', async () => {
  const { exited, output } = launch({}, { args: ['--port=80'] })
  expect(await exited).toBe(1)
  expect(output.err).toBe('The server has no option --port=80. Its settings are variables: see docs/operating.md.\n')
  expect(await readdir(folder)).toEqual([])
})

test('one of two servers that start at once on one SQLite file runs, and the other says so in one line', async () => {
  const both = [launch(), launch()]
  const codes = await Promise.race(both.map(async (server, index) => ({ index, code: await server.exited })))
  expect(codes.code).toBe(1)
  const line = `Another Keydesk server or a restore is running on the folder ${join(folder, 'data')}. Stop it, or set DATA_DIR to another folder.\n`
  expect(both[codes.index]!.output.err).toBe(line)
  const url = await both[1 - codes.index]!.url
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect((await readdir(join(folder, 'data'))).filter((name) => name.includes('partial'))).toEqual([])
})

test('a first start waits for another process that is making the database', async () => {
  await mkdir(join(folder, 'data'))
  const file = join(folder, 'data', 'keydesk.db')
  const database = new SqliteDatabase(file)
  database.exec('begin immediate')
  await chmod(file, 0o644)
  const { url } = launch()
  // The last thing that it does before.
  await expect.poll(() => modeOf(file)).toBe(0o600)
  database.exec('commit')
  database.close()
  expect((await fetch(`${await url}/ready`)).status).toBe(200)
})

test('a database of a newer version is refused with one line', async () => {
  await makeShop()
  const database = new SqliteDatabase(join(folder, 'data', 'keydesk.db'))
  database.exec(`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2090-01-01T00:00:00.000Z')`)
  database.close()
  const { exited, output } = launch()
  expect(await exited).toBe(1)
  expect(output.err).toMatch(/^The database was changed by a newer Keydesk \(9999-of-tomorrow\).*\n$/)
  // Downgrade by one version: the newer migration's changes are left alone.
  const allowed = await launch({ ALLOW_NEWER_DATABASE: '1' }).url
  expect((await fetch(`${allowed}/ready`)).status).toBe(200)
})

test('a server that is told to stop is not ready any more, and answers until its time to drain is over', async () => {
  const { child, url, exited } = launch({ DRAIN_SECONDS: '2' })
  const base = await url
  expect((await fetch(`${base}/ready`)).status).toBe(200)
  child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${base}/ready`)).status).toBe(503)
  expect(await (await fetch(`${base}/ready`)).json()).toMatchObject({ code: 'draining' })
  expect((await fetch(`${base}/health`)).status).toBe(200)
  expect(await exited).toBe(0)
})

test('a request that is running when the server is told to stop is finished', async () => {
  const { child, url, exited } = launch({ ADMIN_PASSWORD: 'chosen by the seller' })
  const base = await url
  // Hashing takes long enough for the signal to arrive meanwhile.
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

test('a server that is told to stop while Discord does not answer ends in time with the calls that wait, and posts once', async () => {
  const channel = '300000000000000001'
  const discord = await startDiscord({ token: 'a-bot-token', channels: [{ id: channel, name: 'updates' }] })
  const env = { ADMIN_PASSWORD: 'chosen by the seller', DISCORD_API_BASE: discord.apiBase }
  const { child, url, exited } = launch(env)
  const base = await url
  const call = async (method: string, path: string, body: object, token = ''): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', authorization: token }
    const answer = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) })
    expect(answer.status).toBeLessThan(300)
    return answer.json()
  }
  const signIn = { identity: 'admin', password: env.ADMIN_PASSWORD }
  const { data } = (await call('POST', '/auth/password-login', signIn)) as { data: { token: string } }
  const settings = { bot_token: 'a-bot-token', updates_channel_id: channel, notifications_enabled: true }
  await call('PUT', '/admin/discord/settings', settings, data.token)
  await call('POST', '/admin/discord/bot/start', {}, data.token)
  const asked = Promise.withResolvers<void>()
  discord.fail(({ method }) => {
    if (method !== 'POST') return null
    asked.resolve()
    return { is: 'silence' }
  })
  await call('POST', '/admin/announcements', { title: 'Sale', content: 'Half price' }, data.token)
  await asked.promise
  const headers = { authorization: data.token }
  const activityOf = (server: string) => async () => (await fetch(`${server}/admin/activity`, { headers })).text()
  const tested = call('POST', '/admin/discord/test', { channel: 'updates' }, data.token)
  await expect.poll(activityOf(base)).toContain('discord.tested')
  child.kill('SIGTERM')
  expect(await tested).toMatchObject({ data: { status: 'pending' } })
  expect(await exited).toBe(0)
  discord.fail(null)
  // The next one is stopped while it signs in, and somebody waits for that.
  discord.receive('silent')
  const signIns = discord.gateway.seen.identifies
  const second = launch(env)
  await expect.poll(() => discord.gateway.seen.identifies, { timeout: 10_000 }).toBeGreaterThan(signIns)
  const answer = fetch(`${await second.url}/admin/discord/bot/restart`, { method: 'POST', headers })
  await expect.poll(activityOf(await second.url)).toContain('discord.restarted')
  second.child.kill('SIGTERM')
  expect((await answer).status).toBe(503)
  expect(await second.exited).toBe(0)
  expect(second.output.err).toBe('')
  discord.receive('ready')
  await launch(env).url
  await expect.poll(() => discord.messages.length, { timeout: 10_000 }).toBe(2)
  await discord.close()
})
