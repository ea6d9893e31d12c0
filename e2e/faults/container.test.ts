import { chownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@keydesk/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { buildImage, canRunDockerfiles } from './dockerfile.ts'
import { isSoak } from './soak.ts'

const context = fileURLToPath(new URL('../..', import.meta.url))

test('the image is built, and runs as nobody on a read-only root', { timeout: 1_800_000 }, async ({ skip }) => {
  if (!isSoak || process.env['KEYDESK_TEST_DB'] !== 'sqlite') return skip('its build takes minutes')
  if (!canRunDockerfiles()) return skip('this account cannot mount')
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-image-'))
  // Hundreds of thousands of files.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 300_000)
  const image = await buildImage(readFileSync(join(context, 'Dockerfile'), 'utf8'), context, folder)
  // Neither tests nor what belongs to the person who built it.
  const files = readdirSync(join(image.root, 'opt/keydesk'), { encoding: 'utf8' })
  expect(files.filter((name) => ['.env', '.git', 'e2e', 'data'].includes(name))).toEqual([])

  const data = join(folder, 'data')
  mkdirSync(data)
  const [uid = 0, gid = 0] = image.user.split(':').map(Number)
  expect(uid).toBeGreaterThan(0)
  chownSync(data, uid, gid)
  const env = { HOST: '127.0.0.1', PORT: String(await freePort()), ADMIN_PASSWORD: 'chosen by the seller' }
  const options = { readOnly: { data }, env, stdio: 'ignore' as const }
  expect(await image.run(image.healthcheck, options)).toBe(1)

  const server = image.spawn([...image.entrypoint, ...image.command], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(server, 'exit')
  const ready = Promise.withResolvers<void>()
  createInterface(server.stdout!).on('line', (line) => line.startsWith('Keydesk is ready') && ready.resolve())
  await Promise.race([ready.promise, exited.then(() => Promise.reject(new Error('The server ended before it was ready')))])
  expect(await image.run(image.healthcheck, options)).toBe(0)
  const url = `http://127.0.0.1:${env.PORT}`
  expect(await (await fetch(url)).text()).toContain('<div id="root"')
  const signIn = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ identity: 'admin', password: env.ADMIN_PASSWORD })
  expect((await fetch(`${url}/auth/password-login`, { ...signIn, body })).status).toBe(200)
  expect(readdirSync(data)).toContain('keydesk.db')
  expect(await image.run([...image.entrypoint, 'doctor'], options)).toBe(0)
  for (const path of ['/opt/keydesk/x', '/usr/x', '/x']) expect(await image.run(['touch', path], options), path).not.toBe(0)

  server.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(await image.run(image.healthcheck, options)).toBe(1)
})
