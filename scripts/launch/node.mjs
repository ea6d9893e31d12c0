import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stopped } from './stopped.mjs'

/** @typedef {{ execPath: string, platform: string, arch: string, versions: { node: string } }} Running */

/**
 * The Node that runs everything but the launcher: this one if it is new enough, else the one from the npm package.
 * Decided before anything native loads, since an add-on that is too new for its Node ends the process without a message.
 *
 * @param {string} root
 * @param {Running} running
 * @param {string | undefined} packaged
 */
export function requireNode(root, running, packaged) {
  const needed = neededVersion(root)
  if (isAtLeast(running.versions.node, needed)) return running.execPath
  if (packaged !== undefined) return packaged
  throw new Stopped(
    `Keydesk needs Node ${needed} or newer; this is Node ${running.versions.node}, and no packaged one exists for this machine.`,
  )
}

/**
 * @param {string} root
 * @param {Running} running
 */
export function packagedNode(root, { platform, arch }) {
  const name = platform === 'win32' ? `node-win-${arch}/bin/node.exe` : `node-${platform}-${arch}/bin/node`
  // The binary itself: the entry in .bin is a shell script on Windows and a link elsewhere.
  const path = join(root, 'node_modules', name)
  return existsSync(path) ? path : undefined
}

/** @param {string} root */
function neededVersion(root) {
  const { engines } = /** @type {{ engines: { node: string } }} */ (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return engines.node.replace('>=', '').trim()
}

/**
 * @param {string} version
 * @param {string} needed such as 24.15
 */
export function isAtLeast(version, needed) {
  const have = version.split('.').map(Number)
  const want = needed.split('.').map(Number)
  const differing = want.findIndex((part, index) => part !== have[index])
  return differing === -1 || (have[differing] ?? 0) > (want[differing] ?? 0)
}
