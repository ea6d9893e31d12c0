import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../support/program.ts'
import { isSoak } from './soak.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

test('the archive of a release runs on a machine that has Node and nothing else', { timeout: 300_000 }, async (context) => {
  if (!isSoak || process.env['KEYDESK_TEST_DB'] !== 'sqlite') return context.skip('installing its packages takes a minute')
  const { stdout } = await run(process.execPath, ['scripts/launch.mjs', 'package'], { cwd: root })
  const archive = join(root, /^(\S+\.tar\.gz), /m.exec(stdout)![1]!)
  expect(statSync(archive).size).toBeLessThan(60e6)

  const folder = mkdtempSync(join(tmpdir(), 'keydesk-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await run('tar', ['-xzf', archive], { cwd: folder })
  const release = join(folder, readdirSync(folder)[0]!)
  const env = { PATH: '', DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn', ADMIN_PASSWORD: 'chosen by the seller' }
  const { url, stop } = await startProgram(['packages/server/dist/main.js'], { cwd: release, env })
  onTestFinished(stop)
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect(await (await fetch(url)).text()).toContain('<div id="root"')
  const signIn = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ identity: 'admin', password: 'chosen by the seller' })
  expect((await fetch(`${url}/auth/password-login`, { ...signIn, body })).status).toBe(200)
  const doctor = await run(process.execPath, ['packages/cli/src/main.ts', 'doctor'], { cwd: release, env })
  expect(doctor.stdout).toBe('Everything adds up\n')
  // No tests, and no data of the person who built it.
  const files = readdirSync(join(release, 'packages'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => file.includes('.test.'))).toEqual([])
  expect(existsSync(join(release, '.env'))).toBe(false)
})
