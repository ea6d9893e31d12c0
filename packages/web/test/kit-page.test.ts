import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const title = 'Every part of the kit'

/** Written by the build, which `npm test` runs first. */
const assets = join(import.meta.dirname, '../dist/assets')

test('no build contains the kit page, which is for development', () => {
  const page = readFileSync(join(import.meta.dirname, '../kit-page/kit-page.tsx'), 'utf8')
  expect(page).toContain(`>${title}<`)
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  for (const name of scripts) expect(readFileSync(join(assets, name), 'utf8'), name).not.toMatch(/Every part of the kit|KitPage/)
})
