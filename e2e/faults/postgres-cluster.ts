import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findPostgres, freePort, runnableBy, unprivileged } from '@keydesk/server/testing'

/** A PostgreSQL of a test's own, whose settings and data folder the test may change. */
export async function makeCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-cluster-'))
  const account = unprivileged()
  const own = (path: string): string => {
    if (account !== undefined) chownSync(path, account.uid, account.gid)
    return path
  }
  own(folder)
  const { initdb, postgres } = runnableBy(account, await findPostgres(), folder)
  const options = { ...account, cwd: folder, env: { LC_ALL: 'C' } }
  const data = join(folder, 'data')
  execFileSync(initdb, [`--pgdata=${data}`, '--no-sync', '--encoding=UTF8', '--locale=C', '--username=postgres', '--auth=trust'], {
    ...options,
    stdio: 'ignore',
  })
  const running = new Set<() => Promise<void>>()
  return {
    data,
    /** A new folder that PostgreSQL may write to. */
    makeFolder(name: string): string {
      mkdirSync(join(folder, name))
      return own(join(folder, name))
    },
    /** A copy of the data folder, as a base backup has it. */
    copyData(name: string): string {
      const copy = join(folder, name)
      execFileSync('cp', ['-r', data, copy], options)
      rmSync(join(copy, 'postmaster.pid'), { force: true })
      return copy
    },
    configure: (of: string, lines: string): void => appendFileSync(join(of, 'postgresql.conf'), `\n${lines}\n`),
    writeFile(path: string, text: string): void {
      writeFileSync(path, text)
      own(path)
    },
    async start(of: string) {
      const port = await freePort()
      const server = spawn(postgres, ['-D', of, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='], {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const exited = once(server, 'exit')
      const stop = async (): Promise<void> => {
        running.delete(stop)
        server.kill('SIGINT')
        await exited
      }
      running.add(stop)
      const said: string[] = []
      for await (const line of createInterface(server.stderr)) {
        said.push(line)
        if (line.includes('database system is ready to accept connections')) {
          server.stderr.resume()
          return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
        }
      }
      throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`)
    },
    async remove(): Promise<void> {
      for (const stop of running) await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
