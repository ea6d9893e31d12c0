import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Vitest's global setup: a PostgreSQL for the tests, whose address they find in KEYDESK_TEST_POSTGRES_URL. One that is named there already
 * is used as it is. The server stands in a process of its own that ends with this one, however this one ends.
 */
export default async function startPostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['KEYDESK_TEST_POSTGRES_URL']) return undefined
  const server = fork(fileURLToPath(new URL('postgres-server.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const exited = once(server, 'exit')
  const url = await Promise.race([once(server, 'message'), exited]).then(([said]: unknown[]) => said)
  if (typeof url !== 'string') throw new Error('PostgreSQL did not start: see above, or name a server in KEYDESK_TEST_POSTGRES_URL')
  process.env['KEYDESK_TEST_POSTGRES_URL'] = url
  return async () => {
    delete process.env['KEYDESK_TEST_POSTGRES_URL']
    server.disconnect()
    await exited
  }
}
