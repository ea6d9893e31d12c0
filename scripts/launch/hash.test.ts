import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentHash } from './hash.mjs'

let root: string
let before: string

const hash = (...facts: string[]) => contentHash(root, ['src', 'index.html', 'absent'], facts)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hash-'))
  mkdirSync(join(root, 'src/deep'), { recursive: true })
  writeFileSync(join(root, 'src/deep/a.ts'), 'one')
  writeFileSync(join(root, 'src/b.ts'), 'two')
  writeFileSync(join(root, 'index.html'), 'three')
  before = hash()
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('touching a file or changing another one does not change the hash', () => {
  utimesSync(join(root, 'src/b.ts'), 1, 1)
  writeFileSync(join(root, 'other.ts'), 'x')
  expect(hash()).toBe(before)
})

test.each<[string, () => void]>([
  ['a deep change', () => writeFileSync(join(root, 'src/deep/a.ts'), 'One')],
  ['a new file', () => writeFileSync(join(root, 'src/c.ts'), '')],
  ['a removed file', () => rmSync(join(root, 'index.html'))],
  ['a new name', () => renameSync(join(root, 'src/b.ts'), join(root, 'src/c.ts'))],
  ['a missing file that comes', () => writeFileSync(join(root, 'absent'), '')],
])('%s changes the hash', (_, change) => {
  change()
  expect(hash()).not.toBe(before)
})

test('a fact changes the hash', () => {
  expect(hash('a')).not.toBe(before)
  expect(hash('a', 'b')).not.toBe(hash('ab'))
})
