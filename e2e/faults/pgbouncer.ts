import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../../scripts/launch/debian.mjs'
import { freePort } from '@keydesk/server/testing'
import { isListening, read, replaceEach } from './reverse-proxy.ts'

export const pgbouncer = findProgram('pgbouncer')

/** Few connections to PostgreSQL, so that a call gets another one each time. */
export const poolSize = 4

/**
 * pgbouncer with the configuration from docs/operating: it gives each transaction any of a few connections, so no session state is reliable.
 * @param changes further settings to replace
 */
export async function startPgbouncer(target: string, changes: readonly (readonly [string, string])[] = []) {
  const url = new URL(target)
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-pgbouncer-'))
  const port = await freePort()
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${url.username}" "${url.password}"\n`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    replaceEach(read('docs/operating/pgbouncer.ini'), [
      ['host=db.internal port=5432', `host=${url.hostname} port=${url.port}`],
      ['listen_addr = *', 'listen_addr = 127.0.0.1\nunix_socket_dir ='],
      ['listen_port = 6432', `listen_port = ${port}`],
      ['/etc/pgbouncer/users.txt', users],
      ['default_pool_size = 20', `default_pool_size = ${poolSize}`],
      ...changes,
    ]),
  )
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
    for (const path of [folder, users, file]) chownSync(path, id('-u'), id('-g'))
  }
  chmodSync(users, 0o600)
  const server = spawn(pgbouncer!, ['-q', ...(isRoot ? ['-u', 'nobody'] : []), file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(server, 'exit')
  while (!(await isListening(port))) {
    if (server.exitCode !== null) throw new Error('pgbouncer ended before it was ready')
    await wait(20)
  }
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    async stop(): Promise<void> {
      server.kill('SIGINT')
      // Do not wait for open connections.
      server.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
