import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from './hash.mjs'
import { runNode, runQuietly } from './run.mjs'
import { Stopped } from './stopped.mjs'
import { tools } from './tools.mjs'

const stampPath = 'packages/web/dist/.stamp'
const inputs = [
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
]

/**
 * @param {string} root
 * @param {string} node
 */
export async function ensureBuilt(root, node) {
  if (isBuilt(root)) return
  console.error('Building the web app...')
  await build(root, node, { show: false })
}

/**
 * @param {string} root
 * @param {string} node
 * @param {{ show: boolean }} options whether the output is shown even when all is well
 * @returns {Promise<number>}
 */
export async function build(root, node, { show }) {
  const stamp = currentStamp(root)
  // Gone first: a build that is cut short must not pass for the one before it.
  rmSync(join(root, stampPath), { force: true })
  const vite = [join(root, tools.vite), 'build']
  const options = { cwd: join(root, 'packages/web'), env: { NODE_ENV: 'production' } }
  const { code, output } = show ? { code: await runNode(node, vite, options), output: '' } : await runQuietly(node, vite, options)
  if (code !== 0) {
    process.stderr.write(output)
    throw new Stopped('The web app could not be built: see above.')
  }
  writeFileSync(join(root, stampPath), stamp)
  return 0
}

/** @param {string} root */
export function isBuilt(root) {
  const file = join(root, stampPath)
  return existsSync(file) && readFileSync(file, 'utf8') === currentStamp(root)
}

/** @param {string} root */
export function currentStamp(root) {
  return contentHash(root, inputs, [process.env['VITE_API_HOST'] ?? ''])
}
