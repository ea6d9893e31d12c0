import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from './hash.mjs'
import { runNode, runQuietly } from './run.mjs'
import { Stopped } from './stopped.mjs'
import { tools } from './tools.mjs'

/**
 * The parts to build, each with its own Vite configuration.
 *
 * @typedef {{ name: string, folder: string, inputs: string[], variables: string[] }} Part inputs are relative to the root
 * @type {Part[]}
 */
export const parts = [
  {
    name: 'web app',
    folder: 'packages/web',
    inputs: [
      'package-lock.json',
      'packages/contract/src',
      'packages/web/src',
      'packages/web/public',
      'packages/web/index.html',
      'packages/web/vite.config.ts',
      'packages/web/build',
      'packages/web/package.json',
      'packages/web/.env',
      'packages/web/.env.local',
      'packages/web/.env.production',
    ],
    variables: ['VITE_API_HOST'],
  },
  {
    name: 'server',
    folder: 'packages/server',
    inputs: [
      'package-lock.json',
      'packages/contract/src',
      'packages/bot/src',
      'packages/server/src',
      'packages/server/vite.config.ts',
      'packages/server/package.json',
    ],
    variables: [],
  },
]

/**
 * Builds the parts that are missing or outdated.
 *
 * @param {string} root
 * @param {string} node
 */
export async function ensureBuilt(root, node) {
  for (const part of staleParts(root)) {
    console.error(`Building the ${part.name}...`)
    await buildPart(root, node, part, { show: false })
  }
}

/**
 * @param {string} root
 * @param {string} node
 * @returns {Promise<number>}
 */
export async function build(root, node) {
  for (const part of parts) await buildPart(root, node, part, { show: true })
  return 0
}

/** @param {string} root */
export const staleParts = (root) => parts.filter((part) => !isBuilt(root, part))

/**
 * @param {string} root
 * @param {string} node
 * @param {Part} part
 * @param {{ show: boolean }} options whether the output is shown even after a success
 */
async function buildPart(root, node, part, { show }) {
  const stamp = currentStamp(root, part)
  // Removed first: an interrupted build must not pass for the previous one.
  rmSync(stampOf(root, part), { force: true })
  const vite = [join(root, tools.vite), 'build']
  const options = { cwd: join(root, part.folder), env: { NODE_ENV: 'production' } }
  const { code, output } = show ? { code: await runNode(node, vite, options), output: '' } : await runQuietly(node, vite, options)
  if (code !== 0) {
    process.stderr.write(output)
    throw new Stopped(`The ${part.name} could not be built: see above.`)
  }
  writeFileSync(stampOf(root, part), stamp)
}

/**
 * @param {string} root
 * @param {Part} part
 */
function isBuilt(root, part) {
  const file = stampOf(root, part)
  return existsSync(file) && readFileSync(file, 'utf8') === currentStamp(root, part)
}

/**
 * Whether a part was built from these sources. A variable of the build need not be set again to serve it.
 *
 * @param {string} root
 * @param {Part} part
 */
export function isServable(root, part) {
  if (part.variables.some((name) => process.env[name] !== undefined)) return isBuilt(root, part)
  const file = stampOf(root, part)
  const sourcesOf = (/** @type {string} */ stamp) => stamp.split(' ')[0]
  return existsSync(file) && sourcesOf(readFileSync(file, 'utf8')) === sourcesOf(currentStamp(root, part))
}

/**
 * @param {string} root
 * @param {Part} part
 */
export const stampOf = (root, { folder }) => join(root, folder, 'dist/.stamp')

/**
 * @param {string} root
 * @param {Part} part
 */
export function currentStamp(root, { inputs, variables }) {
  const values = variables.map((name) => process.env[name] ?? '')
  return `${contentHash(root, inputs)} ${contentHash(root, [], values)}`
}
