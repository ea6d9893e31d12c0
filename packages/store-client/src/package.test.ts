import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { createApiKey, system } from '@keydesk/server'
import { generateStoreTypes } from '@keydesk/server/store-types'
import { createTestApp, freePort } from '@keydesk/server/testing'
import { expect, onTestFinished, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const tsc = join(folder, '../../node_modules/typescript/bin/tsc')

test('the types are those of the OpenAPI document', async () => {
  const withoutLayout = (text: string) => text.replaceAll(/[\s;]/g, '').replaceAll('"', "'")
  const written = await readFile(join(import.meta.dirname, 'api-types.ts'), 'utf8')
  // Otherwise: npm run generate -w packages/store-client
  expect(withoutLayout(written)).toBe(withoutLayout(await generateStoreTypes()))
})

/** Installs the package as it is published, and the example of its README beside it. */
async function install(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'keydesk-store-client-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const home = join(place, 'node_modules/@keydesk/store-client')
  await mkdir(home, { recursive: true })
  await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--outDir', join(home, 'dist')])
  await writeFile(join(home, 'package.json'), await readFile(join(folder, 'package.json')))
  const [, example = ''] = /```js\n(.*?)\n```/s.exec(await readFile(join(folder, 'README.md'), 'utf8')) ?? []
  await writeFile(join(place, 'example.mjs'), example)
  return place
}

test('the example of the README sells, is refused, and receives the event', async () => {
  const app = await createTestApp({ webhooks: { allowPrivate: true } })
  // The example uses the real clock.
  app.clock.at = new Date()
  const { key } = await createApiKey(app.deps, system, 'storefront')
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  await app.call('POST', '/admin/products', {
    name: 'Northlight',
    description: '',
    variants: [{ name: '30 Days', price: 10, keys: ['KEY-1'] }],
  })
  const port = await freePort()
  const hook = { url: `http://127.0.0.1:${port}/`, events: ['order.completed'], active: true }
  const made = await app.call('POST', '/admin/webhooks', hook)
  const { secret } = (made.body as { data: { secret: string } }).data

  const env = { PATH: process.env['PATH'], KEYDESK_URL: url, KEYDESK_API_KEY: key, WEBHOOK_SECRET: secret, PORT: String(port) }
  const example = spawn(process.execPath, ['example.mjs'], { cwd: await install(), env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    if (example.exitCode === null) example.kill()
    if (example.exitCode === null) await once(example, 'exit')
  })
  const lines: string[] = []
  createInterface(example.stdout).on('line', (line) => lines.push(line))
  await expect.poll(() => lines, { timeout: 30_000 }).toContain('refused 409 invalid_transition')
  // It may not have listened yet when the order was paid for.
  await expect.poll(async () => (await fetch(hook.url, { method: 'POST', body: '{}' }).catch(() => null))?.status).toBe(401)
  await app.call('POST', '/admin/webhooks/1/deliveries/1/resend')
  await expect.poll(() => lines).toContain('event order.completed 1')
  expect(lines[0]).toBe('sold 1')
})
