import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentStamp, parts, staleParts, stampOf } from './build.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'))
  write('packages/web/src/app/main.tsx', 'one')
  write('packages/contract/src/index.ts', 'two')
  write('packages/server/src/main.ts', 'three')
  write('packages/web/dist/index.html', 'four')
  write('packages/server/dist/main.js', 'five')
  for (const part of parts) writeFileSync(stampOf(root, part), currentStamp(root, part))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
const stale = () => staleParts(root).map((part) => part.name)

test('a build stays valid while its inputs do not change', () => {
  write('packages/cli/src/main.ts', 'x')
  write('packages/web/dist/assets/index.js', 'x')
  write('packages/server/dist/main.js', 'x')
  expect(stale()).toEqual([])
})

test.each([
  ['packages/web/src/app/main.tsx', ['web app']],
  ['packages/web/index.html', ['web app']],
  ['packages/web/vite.config.ts', ['web app']],
  ['packages/server/src/main.ts', ['server']],
  ['packages/server/vite.config.ts', ['server']],
  ['packages/bot/src/index.ts', ['server']],
  ['packages/contract/src/index.ts', ['web app', 'server']],
  ['package-lock.json', ['web app', 'server']],
])('a change of %s asks for a new build of %j', (path, expected) => {
  write(path, 'changed')
  expect(stale()).toEqual(expected)
})

test('another host needs a new build, and so does an interrupted build', () => {
  vi.stubEnv('VITE_API_HOST', 'https://api.example')
  expect(stale()).toEqual(['web app'])
  vi.stubEnv('VITE_API_HOST', '')
  expect(stale()).toEqual([])
  rmSync(join(root, 'packages/server/dist/.stamp'))
  expect(stale()).toEqual(['server'])
})
