import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One hash over the content of files and folders. Times do not count: a fresh clone has new times, a checkout of another branch old ones.
 *
 * @param {string} root
 * @param {string[]} paths relative to the root, with forward slashes; what is missing counts as missing
 * @param {string[]} facts further strings that the result depends on
 */
export function contentHash(root, paths, facts = []) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((each) => filesUnder(root, each))) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.update(JSON.stringify(facts)).digest('hex')
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]} sorted, since file systems guarantee no order
 */
function filesUnder(root, path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(root, `${path}/${name}`))
}
