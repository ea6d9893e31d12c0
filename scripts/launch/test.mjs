import { requireBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { offerTestPrograms } from './debian.mjs'
import { readCounts, removeReports, summary } from './report.mjs'
import { Stopped } from './stopped.mjs'
import { runSteps } from './steps.mjs'
import { checkSteps, tools } from './tools.mjs'

const groups = /** @type {const} */ (['check', 'vitest', 'e2e'])

/**
 * @param {string} root
 * @param {string} node
 * @param {string[]} args a group to run alone, then arguments for its tool
 */
export async function test(root, node, args) {
  const { chosen, rest } = selectGroups(args)
  removeReports(root)
  await ensureBuilt(root, node)
  if (chosen.includes('vitest')) await offerTestPrograms(root)
  const browser = chosen.includes('e2e') ? await requireBrowser(root, node) : ''
  const results = await runSteps(
    chosen.flatMap((group) => stepsOf(group, rest, browser)),
    root,
    node,
  )
  console.log(summary(results, readCounts(root)))
  return results.some(({ code }) => code !== 0) ? 1 : 0
}

/**
 * @param {string[]} args
 * @returns {{ chosen: readonly (typeof groups)[number][], rest: string[] }}
 */
export function selectGroups([name, ...rest]) {
  if (name === undefined) return { chosen: groups, rest: [] }
  const group = groups.find((each) => each === name)
  if (group === undefined) throw new Stopped(`npm test knows ${groups.join(', ')}, not ${name}.`)
  if (group === 'check' && rest.length > 0) throw new Stopped('npm test -- check takes no further arguments.')
  return { chosen: [group], rest }
}

/**
 * @param {(typeof groups)[number]} group
 * @param {string[]} rest
 * @param {string} browser
 * @returns {import('./tools.mjs').Step[]}
 */
function stepsOf(group, rest, browser) {
  switch (group) {
    case 'check':
      return checkSteps
    case 'vitest':
      return [{ name: 'vitest', args: [tools.vitest, 'run', ...rest] }]
    case 'e2e':
      return [
        {
          name: 'journeys',
          args: [tools.playwright, 'test', '--config', 'e2e/playwright.config.ts', ...rest],
          env: { KEYDESK_BROWSER: browser },
        },
      ]
  }
}
