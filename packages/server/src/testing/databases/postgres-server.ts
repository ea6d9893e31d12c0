import { randomBytes } from 'node:crypto'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, runnableBy, unprivileged } from './postgres-binaries.ts'
import { freePort } from '../processes/free-port.ts'

// The program of the process that runs PostgreSQL for the tests: it sends its address to the parent, and stops and deletes PostgreSQL when
// the parent ends.

const folder = mkdtempSync(join(tmpdir(), 'keydesk-postgres-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const account = unprivileged()
const { initdb, postgres } = runnableBy(account, await findPostgres(), folder)
const data = join(folder, 'data')
const password = randomBytes(16).toString('hex')
const passwordFile = join(folder, 'password')
writeFileSync(passwordFile, password, { mode: 0o600 })
if (account !== undefined) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid)
const options = { ...account, env: { ...process.env, LC_ALL: 'C' }, cwd: folder }

// Use ICU's sort order, as production servers do, and not byte order, which may be the default of this machine.
const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
execFileSync(initdb, [`--pgdata=${data}`, '--no-sync', ...locale, ...access], { ...options, stdio: ['ignore', 'ignore', 'inherit'] })

const port = await freePort()
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  port: String(port),
  max_connections: '200',
  // The data is deleted at the end, so it need not survive a crash.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Autovacuum would visit each of the hundreds of databases every minute. A soak needs it: its tests fill a database for half an hour.
  autovacuum: process.env['KEYDESK_SOAK_KILLS'] === undefined ? 'off' : 'on',
}
const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
const server = spawn(postgres, ['-D', data, ...flags], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
const exited = once(server, 'exit')

let log = ''
server.stderr.on('data', (chunk: Buffer) => {
  const isReady = log.includes('ready to accept connections')
  log = (log + String(chunk)).slice(-10_000)
  if (!isReady && log.includes('ready to accept connections')) process.send?.(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`)
})

let isStopping = false
const stop = () => {
  isStopping = true
  server.kill('SIGINT')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
process.on('disconnect', stop)
// The parent may have ended while the database was being created.
if (!process.connected) stop()

await exited
if (!isStopping) process.stderr.write(`PostgreSQL ended by itself:\n${log}`)
process.exit(isStopping ? 0 : 1)
