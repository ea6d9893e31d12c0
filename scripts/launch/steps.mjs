import { runNode } from './run.mjs'

/**
 * @typedef {import('./tools.mjs').Step} Step
 * @typedef {{ name: string, code: number, seconds: number }} StepResult
 */

/**
 * Runs the steps in order until one fails.
 *
 * @param {Step[]} steps
 * @param {string} root
 * @param {string} node
 * @returns {Promise<StepResult[]>}
 */
export async function runSteps(steps, root, node) {
  /** @type {StepResult[]} */
  const results = []
  for (const { name, args, env } of steps) {
    console.log(`\n== ${name}`)
    const started = Date.now()
    const code = await runNode(node, args, { cwd: root, env })
    const seconds = (Date.now() - started) / 1000
    console.log(`== ${name}: ${code === 0 ? 'passed' : `failed (exit ${code})`} in ${seconds.toFixed(1)} s`)
    results.push({ name, code, seconds })
    if (code !== 0) break
  }
  return results
}
