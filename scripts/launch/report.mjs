import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ passed: number, failed: number }} Counts */

const vitestReport = 'test-results/vitest.json'
const playwrightReport = 'test-results/playwright.json'

/**
 * Reports of an earlier run must not be counted.
 *
 * @param {string} root
 */
export function removeReports(root) {
  for (const path of [vitestReport, playwrightReport]) rmSync(join(root, path), { force: true })
}

/**
 * @param {string} root
 * @returns {Counts}
 */
export function readCounts(root) {
  const vitest = /** @type {{ numPassedTests: number, numFailedTests: number } | undefined} */ (read(root, vitestReport))
  const playwright = /** @type {{ stats: { expected: number, unexpected: number, flaky: number } } | undefined} */ (
    read(root, playwrightReport)
  )
  return {
    passed: (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0),
    failed: (vitest?.numFailedTests ?? 0) + (playwright ? playwright.stats.unexpected + playwright.stats.flaky : 0),
  }
}

/**
 * The end of a test run. A step that failed without a failing test (a lint error, a file that does not load) still counts as a failure.
 *
 * @param {import('./steps.mjs').StepResult[]} results
 * @param {Counts} counts
 */
export function summary(results, { passed, failed }) {
  const rows = results.map(
    ({ name, code, seconds }) => `  ${name.padEnd(12)} ${code === 0 ? 'passed' : 'FAILED'} ${seconds.toFixed(1).padStart(7)} s`,
  )
  const failures = Math.max(failed, results.filter(({ code }) => code !== 0).length)
  return ['', ...rows, '', `${passed} passed, ${failures} failed`].join('\n')
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {unknown}
 */
function read(root, path) {
  const file = join(root, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
