import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FirstLoad } from '../build/first-load.ts'

/** Written by the build, which `npm test` runs first. */
const report = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/first-load.json'), 'utf8')) as Record<string, FirstLoad>

const budgets = [
  ['/login', 130_000],
  ['/', 170_000],
  ['/products', 170_000],
  ['/products/$id', 200_000],
] as const
const routes = budgets.map(([route]) => route)

test.each(budgets)('the first load of %s is at most %i bytes of gzipped script and style', (route, budget) => {
  const load = report[route]!
  expect(load.bytes).toBeLessThanOrEqual(budget)
  // Guards the measure itself: React alone is more than this, and there is always a style sheet.
  expect(load.bytes).toBeGreaterThan(50_000)
  expect(Object.keys(load.files).some((file) => file.endsWith('.css'))).toBe(true)
  expect(load.packages).toContain('react-dom')
  const bootScript = readFileSync(join(import.meta.dirname, '../dist/boot.js'))
  expect(load.files['boot.js']).toBe(gzipSync(bootScript, { level: 9 }).length)
})

test.each(routes)('the first load of %s holds no editor, no chart, no toasts and nothing that floats', (route) => {
  const late = /tiptap|prosemirror|codemirror|lezer|uplot|sonner|floating-ui|react-(?:dialog|menu|popover|select|tooltip)$/
  expect(report[route]!.packages.filter((name) => late.test(name))).toEqual([])
})

test('the schemas and the parts of the frame follow the login page', () => {
  expect(report['/login']!.packages.filter((name) => /^zod$|radix|sonner|react-hook-form/.test(name))).toEqual([])
})
