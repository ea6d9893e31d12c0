import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { browserCandidates, namedBrowser } from './browser.mjs'
import { isCommandName } from './commands.mjs'
import { readCounts, removeReports, summary } from './report.mjs'
import { selectGroups } from './test.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'launch-'))
  mkdirSync(join(root, 'test-results'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function report(name: string, content: object): void {
  writeFileSync(join(root, 'test-results', name), JSON.stringify(content))
}

test('everything runs unless a group is named, which takes arguments for its tool', () => {
  expect(selectGroups([])).toEqual({ chosen: ['check', 'vitest', 'e2e'], rest: [] })
  expect(selectGroups(['vitest', '--project', 'unit'])).toEqual({ chosen: ['vitest'], rest: ['--project', 'unit'] })
  expect(() => selectGroups(['lint'])).toThrow('npm test knows check, vitest, e2e, not lint.')
  expect(() => selectGroups(['check', 'x'])).toThrow('takes no further arguments')
})

test('only known commands are commands', () => {
  expect(['start', 'demo', 'toString', ''].map(isCommandName)).toEqual([true, true, false, false])
})

test('the reports of both runners are summed, a flaky journey as a failure', () => {
  expect(readCounts(root)).toEqual({ passed: 0, failed: 0 })
  report('vitest.json', { numPassedTests: 40, numFailedTests: 1, numPendingTests: 3 })
  report('playwright.json', { stats: { expected: 5, unexpected: 2, flaky: 1, skipped: 4 } })
  expect(readCounts(root)).toEqual({ passed: 45, failed: 4 })
  removeReports(root)
  expect(readCounts(root)).toEqual({ passed: 0, failed: 0 })
})

test('the last line of a run is its counts, and a step that failed without a test is one failure', () => {
  const passed = { name: 'format', code: 0, seconds: 0.5 }
  const lines = (code: number, failed: number) =>
    summary([passed, { name: 'vitest', code, seconds: 61 }], { passed: 7, failed }).split('\n')
  expect(lines(0, 0)).toEqual(['', '  format       passed     0.5 s', '  vitest       passed    61.0 s', '', '7 passed, 0 failed'])
  expect(lines(1, 3).at(-1)).toBe('7 passed, 3 failed')
  expect(lines(1, 0).at(-1)).toBe('7 passed, 1 failed')
})

test('the browser is that of a variable, else one on the PATH, best name first', () => {
  for (const name of ['google-chrome', 'chromium', 'chromium-headless-shell']) writeFileSync(join(root, name), '')
  expect(namedBrowser({ CHROMIUM_PATH: '', PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH: join(root, 'chromium') })).toBe(join(root, 'chromium'))
  expect(() => namedBrowser({ CHROMIUM_PATH: '/nowhere/chrome' })).toThrow('CHROMIUM_PATH names /nowhere/chrome, which does not exist.')
  expect(namedBrowser({})).toBeUndefined()
  const best = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => join(root, name))
  expect(browserCandidates(root).slice(0, 3)).toEqual(best)
})
