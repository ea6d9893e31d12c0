import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Vitest's global setup: starts a PostgreSQL for the tests and sets KEYDESK_TEST_POSTGRES_URL to its address. If that is already set, the
 * server it names is used. The server runs in its own process, which ends with this one for any reason.
 */
export default async function startPostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['KEYDESK_TEST_POSTGRES_URL']) return undefined
  const server = fork(fileURLToPath(new URL('postgres-server.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const exited = once(server, 'exit')
  const url = await Promise.race([once(server, 'message'), exited]).then(([message]: unknown[]) => message)
  if (typeof url !== 'string') throw new Error('PostgreSQL did not start: see above, or name a server in KEYDESK_TEST_POSTGRES_URL')
  process.env['KEYDESK_TEST_POSTGRES_URL'] = url
  return async () => {
    delete process.env['KEYDESK_TEST_POSTGRES_URL']
    server.disconnect()
    await exited
  }
}
