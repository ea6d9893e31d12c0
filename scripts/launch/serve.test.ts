import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentStamp, parts, stampOf } from './build.mjs'
import { demandHash } from './install.mjs'
import { tools } from './tools.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'serve-'))
  cpSync(import.meta.dirname, join(root, 'scripts/launch'), { recursive: true })
  cpSync(join(import.meta.dirname, '../launch.mjs'), join(root, 'scripts/launch.mjs'))
  write('package.json', JSON.stringify({ engines: { node: '>=18' } }))
  write('package-lock.json', JSON.stringify({ packages: { '': {} } }))
  write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
  write('node_modules/.keydesk-install', demandHash(root))
  write('packages/web/src/main.tsx', 'one')
  write('packages/server/src/main.ts', 'two')
  // A script in place of the server.
  write('packages/server/dist/main.js', 'console.log("served", process.env.NODE_DISABLE_COMPILE_CACHE)')
  build({})
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

/** Writes the record of a build with these variables. */
function build(env: Record<string, string>): void {
  Object.assign(process.env, env)
  for (const part of parts) write(stampOf('', part), currentStamp(root, part))
  for (const name of Object.keys(env)) delete process.env[name]
}

function serve(env: Record<string, string> = {}, command = 'serve') {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/launch.mjs', command], {
    cwd: root,
    encoding: 'utf8',
    // No npm can be found, so nothing can be installed or built.
    env: { PATH: '', ...env },
  })
  return { status, stdout, stderr }
}

test('a finished build is served', () => {
  expect(serve()).toEqual({ status: 0, stdout: 'served 1\n', stderr: '' })
})

test.each([
  ['packages/web/src/main.tsx', 'The build of the web app is missing or older than its sources. Run: npm run build\n'],
  ['packages/server/src/main.ts', 'The build of the server is missing or older than its sources. Run: npm run build\n'],
  ['packages/contract/src/new.ts', 'The build of the web app and the server is missing or older than its sources. Run: npm run build\n'],
  ['package-lock.json', 'The packages are not installed, or not those of this version. Run: npm run build\n'],
])('after a change of %s it refuses in one line', (path, stderr) => {
  write(path, JSON.stringify({ packages: { '': {}, 'node_modules/x': { version: '1' } } }))
  expect(serve()).toEqual({ status: 1, stdout: '', stderr })
})

test('a build for another host is served without naming the host again, but not for a third host', () => {
  build({ VITE_API_HOST: 'https://api.example' })
  expect(serve().status).toBe(0)
  expect(serve({ VITE_API_HOST: 'https://api.example' }).status).toBe(0)
  expect(serve({ VITE_API_HOST: 'https://other.example' }).status).toBe(1)
})

test('without a build, or without packages, it refuses in one line', () => {
  rmSync(join(root, 'packages/web/dist'), { recursive: true })
  expect(serve()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^The build of the web app is missing.*\n$/) })
  rmSync(join(root, 'node_modules'), { recursive: true })
  symlinkSync('/nowhere', join(root, 'node_modules'))
  expect(serve()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^The packages are not installed.*\n$/) })
})

test('npm run dev passes calls on to the address in .env, unless a variable names another one', () => {
  write('.env', 'PORT=5005\nHOST=127.0.0.2\n')
  write('packages/server/src/main.ts', 'setInterval(() => {}, 1000)')
  // In place of Vite: it says where the real configuration passes calls on to, and ends, which ends the server, too.
  const config = JSON.stringify(join(import.meta.dirname, '../../packages/web/vite.config.ts'))
  write(tools.vite, `import(${config}).then((read) => console.log(read.default.server.proxy['/auth'].target))`)
  expect(serve({}, 'dev')).toMatchObject({ status: 0, stdout: 'http://127.0.0.2:5005\n' })
  expect(serve({ PORT: '5006' }, 'dev')).toMatchObject({ status: 0, stdout: 'http://127.0.0.2:5006\n' })
  write('.env', '')
  expect(serve({}, 'dev')).toMatchObject({ status: 0, stdout: 'http://127.0.0.1:4000\n' })
})
