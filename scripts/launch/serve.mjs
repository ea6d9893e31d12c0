import { isServable, parts } from './build.mjs'
import { isInstalled } from './install.mjs'
import { Stopped } from './stopped.mjs'

/**
 * In production nothing is installed or built: it stops if something is missing.
 *
 * @param {string} root
 */
export function requireServable(root) {
  if (!isInstalled(root)) throw new Stopped('The packages are not installed, or not those of this version. Run: npm run build')
  const stale = parts.filter((part) => !isServable(root, part)).map(({ name }) => `the ${name}`)
  if (stale.length > 0) throw new Stopped(`The build of ${stale.join(' and ')} is missing or older than its sources. Run: npm run build`)
}
