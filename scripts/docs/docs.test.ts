import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, problemOfLink, read, root } from './pages.ts'

const pages = listFiles('.md')

test('every link of a page leads to a file and a heading that exist', () => {
  const problems = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => problemOfLink(page, target))
      .filter((problem) => problem !== undefined),
  )
  expect(problems).toEqual([])
})

test('every file that a page names by its path exists', () => {
  const named = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...read(page).matchAll(/`((?:packages|e2e|bench|scripts|docs)\/[\w./-]+\.\w+)`/g)].map(([, path = '']) => ({ page, path })),
    )
  expect(named.length).toBeGreaterThan(20)
  // A build makes what is in dist/.
  expect(named.filter(({ path }) => !path.includes('/dist/') && !existsSync(join(root, path)))).toEqual([])
})

test('a page of the reference has at most 120 lines, a decision 40', () => {
  const tooLong = pages.filter((page) => {
    const most = page.startsWith('docs/reference/') ? 120 : page.startsWith('docs/decisions/') ? 40 : Infinity
    return read(page).trimEnd().split('\n').length > most
  })
  expect(tooLong).toEqual([])
})
