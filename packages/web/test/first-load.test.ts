import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FirstLoad } from '../build/first-load.ts'
import { screens } from '../src/routes/screens.ts'

/** Written by the build, which `npm test` runs first. */
const report = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/first-load.json'), 'utf8')) as Record<string, FirstLoad>
const routes = ['/login', ...screens.map(({ path }) => path)]

test.each(routes)('the first load of %s has few bytes in few files', (route) => {
  const { bytes, files, packages } = report[route]!
  expect(bytes).toBeLessThanOrEqual(route === '/login' ? 136_000 : 219_000)
  expect(Object.keys(files).length).toBeLessThanOrEqual(route === '/login' ? 5 : 9)
  // Neither the script before the first paint nor the bundler's own file can be a part of another file.
  const small = Object.keys(files).filter((file) => files[file]! < 4_000)
  expect(small).toEqual(['theme.js', expect.stringContaining('rolldown-runtime')])
  // Checks the measurement itself: React alone is larger than this, and there is always a style sheet.
  expect(bytes).toBeGreaterThan(50_000)
  expect(Object.keys(files).some((file) => file.endsWith('.css'))).toBe(true)
  expect(packages).toContain('react-dom')
  const theme = readFileSync(join(import.meta.dirname, '../dist/theme.js'))
  expect(files['theme.js']).toBe(brotliCompressSync(theme).length)
})

test.each(routes)('the first load of %s contains no editor and no chart', (route) => {
  expect(report[route]!.packages.filter((name) => /tiptap|prosemirror|codemirror|lezer|uplot/.test(name))).toEqual([])
})
