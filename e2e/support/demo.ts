import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApiClient } from './api.ts'
import { startProgram } from './program.ts'
import { bareEnvironment, openStore, runCli, type Keydesk } from './server.ts'

const demo = fileURLToPath(new URL('../../packages/cli/src/demo.ts', import.meta.url))

/** `npm run demo`: the real server with realistic data, on a folder that is deleted at the end. It cannot be paused. */
export async function startDemo(): Promise<Keydesk & { stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-journey-'))
  const admin = { username: 'admin', password: 'journey-password-1' }
  const server = await startProgram([demo, '--orders', '120'], {
    cwd: folder,
    env: { ...bareEnvironment(), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, ADMIN_PASSWORD: admin.password },
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { url } = server
    const variables = { DATA_DIR: join(folder, readdirSync(folder)[0]!) }
    const api = await createApiClient(url, admin)
    const cli = (args: readonly string[], input?: string) => runCli({ cwd: folder, variables }, args, input)
    const forever = async () => {}
    return {
      url,
      admin,
      api,
      store: await openStore(url, api),
      cli,
      pause: forever,
      resume: forever,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
