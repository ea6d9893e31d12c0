import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FirstLoad } from '../build/first-load.ts'

/** Written by the build, which `npm test` runs first. */
const report = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/first-load.json'), 'utf8')) as Record<string, FirstLoad>

test('the first load of /login is at most 150 kB of gzipped script and style', () => {
  const login = report['/login']!
  expect(login.bytes).toBeLessThanOrEqual(150_000)
  // Guards the measure itself: React alone is more than this, and there is always a style sheet.
  expect(login.bytes).toBeGreaterThan(50_000)
  expect(Object.keys(login.files).some((file) => file.endsWith('.css'))).toBe(true)
  expect(login.packages).toContain('react-dom')
})

test.each(['/login', '/'])('the first load of %s holds no editor and no chart', (route) => {
  expect(report[route]!.packages.filter((name) => /tiptap|prosemirror|codemirror|lezer|uplot/.test(name))).toEqual([])
})

test('the schemas and the parts of the frame follow the login page', () => {
  expect(report['/login']!.packages.filter((name) => /^zod$|radix|sonner|react-hook-form/.test(name))).toEqual([])
})
