import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../support/program.ts'
import { isSoak } from './soak.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

test('the archive of a release runs on a machine that has Node and nothing else', { timeout: 300_000 }, async (context) => {
  if (!isSoak || process.env['KEYDESK_TEST_DB'] !== 'sqlite') return context.skip('installing its packages takes a minute')
  // With the umask of a careful builder.
  const { stdout } = await run('sh', ['-c', 'umask 077 && exec "$@"', 'sh', process.execPath, 'scripts/launch.mjs', 'package'], {
    cwd: root,
  })
  const archive = join(root, /^(\S+\.tar\.gz), /m.exec(stdout)![1]!)
  expect(statSync(archive).size).toBeLessThan(60e6)

  const folder = mkdtempSync(join(tmpdir(), 'keydesk-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const listed = (await run('tar', ['-tvzf', archive], { maxBuffer: 1e8 })).stdout.trimEnd().split('\n')
  expect(listed.filter((line) => !/^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|l) ?/.test(line))).toEqual([])
  await run('tar', ['-xzf', archive], { cwd: folder })
  const release = join(folder, readdirSync(folder)[0]!)
  const env = {
    PATH: dirname(process.execPath),
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: 'chosen by the seller',
  }
  const program = join(release, 'bin/keydesk')
  const { url, stop } = await startProgram(['serve'], { file: program, cwd: folder, env })
  onTestFinished(async () => void (await stop()))
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect(await (await fetch(url)).text()).toContain('<div id="root"')
  const signIn = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ identity: 'admin', password: 'chosen by the seller' })
  expect((await fetch(`${url}/auth/password-login`, { ...signIn, body })).status).toBe(200)
  expect((await run(program, ['doctor'], { cwd: folder, env })).stdout).toBe('Everything adds up\n')
  await run(program, ['backup', 'here.backup'], { cwd: folder, env })
  expect(existsSync(join(folder, 'here.backup'))).toBe(true)
  // The signal reaches the server: it ends properly, and nothing goes on answering.
  expect(await stop()).toBe(0)
  await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed')

  mkdirSync(join(folder, 'old'))
  writeFileSync(join(folder, 'old/node'), '#!/bin/sh\necho v20.20.2\n', { mode: 0o755 })
  const old = run(program, ['serve'], { cwd: folder, env: { ...env, PATH: join(folder, 'old') } })
  const stderr = 'Keydesk needs Node 24.15 or newer on the PATH; there is v20.20.2.\n'
  await expect(old).rejects.toMatchObject({ code: 1, stdout: '', stderr })
  // No tests, and no data of the person who built it.
  const files = readdirSync(join(release, 'packages'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => file.includes('.test.'))).toEqual([])
  expect(existsSync(join(release, '.env'))).toBe(false)
})
