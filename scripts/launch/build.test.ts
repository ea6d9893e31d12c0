import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentStamp, isBuilt } from './build.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'))
  write('packages/web/src/app/main.tsx', 'one')
  write('packages/contract/src/index.ts', 'two')
  write('packages/web/dist/.stamp', currentStamp(root))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

test('a build stands while nothing that it is made of changes', () => {
  write('packages/server/src/main.ts', 'x')
  write('packages/web/dist/assets/index.js', 'x')
  expect(isBuilt(root)).toBe(true)
})

test.each([
  'packages/web/src/app/main.tsx',
  'packages/contract/src/index.ts',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'package-lock.json',
])('a change of %s asks for a new build', (path) => {
  write(path, 'changed')
  expect(isBuilt(root)).toBe(false)
})

test('another host asks for a new build, and so does a build that was cut short', () => {
  vi.stubEnv('VITE_API_HOST', 'https://api.example')
  expect(isBuilt(root)).toBe(false)
  vi.stubEnv('VITE_API_HOST', '')
  expect(isBuilt(root)).toBe(true)
  rmSync(join(root, 'packages/web/dist/.stamp'))
  expect(isBuilt(root)).toBe(false)
})
