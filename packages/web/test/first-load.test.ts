import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FirstLoad } from '../build/first-load.ts'
import { screens } from '../src/routes/screens.ts'

const dist = join(import.meta.dirname, '../dist')
/** Written by the build, which `npm test` runs first. */
const report = JSON.parse(readFileSync(join(dist, 'first-load.json'), 'utf8')) as Record<string, FirstLoad>
const routes = ['/login', ...screens.map(({ path }) => path)]

test.each(routes)('the first load of %s has few bytes in few files', (route) => {
  const { bytes, budget, files, packages } = report[route]!
  expect(bytes).toBeLessThanOrEqual(budget.bytes)
  expect(Object.keys(files).length).toBeLessThanOrEqual(budget.files)
  // Neither the script before the first paint nor the bundler's own file can be a part of another file. The file of one screen may be small.
  const isShared = (file: string) => routes.filter((other) => file in report[other]!.files).length > 1
  const small = Object.keys(files).filter((file) => files[file]! < 4_000 && isShared(file))
  expect(small).toEqual(['theme.js', expect.stringContaining('rolldown-runtime')])
  // Checks the measurement itself: React alone is larger than this, and there is always a style sheet.
  expect(bytes).toBeGreaterThan(50_000)
  expect(Object.keys(files).some((file) => file.endsWith('.css'))).toBe(true)
  expect(packages).toContain('react-dom')
  const theme = readFileSync(join(dist, 'theme.js'))
  expect(files['theme.js']).toBe(brotliCompressSync(theme).length)
})

test.each(routes)('the first load of %s contains no editor and no chart', (route) => {
  expect(report[route]!.packages.filter((name) => /tiptap|prosemirror|codemirror|lezer|uplot/.test(name))).toEqual([])
})

test.each(['palette', 'account-entries'])('%s, which each screen loads once it is shown, brings no code of another screen', (name) => {
  const [late, ...others] = readdirSync(join(dist, 'assets')).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
  expect(others).toEqual([])
  const code = readFileSync(join(dist, 'assets', late!), 'utf8')
  const imported = [...code.matchAll(/\bfrom\s*"\.\/([^"]+)"/g)].map(([, file]) => `assets/${file}`)
  const loads = screens.map(({ path }) => Object.keys(report[path]!.files))
  expect(imported.some((file) => loads.every((files) => files.includes(file)))).toBe(true)
  expect(imported.filter((file) => loads.some((files) => files.includes(file)) && !loads.every((files) => files.includes(file)))).toEqual(
    [],
  )
})
