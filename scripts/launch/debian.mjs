import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './run.mjs'

const aptGet = '/usr/bin/apt-get'

/** Programs that some tests run, and their packages. */
const testPrograms = [
  { program: 'strace', from: 'strace' },
  { program: 'nginx', from: 'nginx-light' },
  { program: 'openssl', from: 'openssl' },
  { program: 'pgbouncer', from: 'pgbouncer' },
]

/**
 * Installs what the tests of faults and of the reverse proxy run, if possible; otherwise those tests report that they are skipped.
 *
 * @param {string} root
 */
export async function offerTestPrograms(root) {
  const missing = testPrograms.filter(({ program }) => findProgram(program) === undefined).map(({ from }) => from)
  if (missing.length === 0 || !canInstall()) return
  console.error(`Installing ${missing.join(' and ')} for the tests...`)
  await installFromDebian(root, missing)
}

/**
 * @param {string} name
 * @returns {string | undefined} its path
 */
export function findProgram(name, path = process.env['PATH'] ?? '') {
  // The folders of system programs are not always on the PATH.
  const folders = [...path.split(delimiter).filter((folder) => folder !== ''), '/usr/sbin', '/usr/bin']
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/**
 * @param {string} root
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether they are installed now
 */
export async function installFromDebian(root, packages) {
  if (!canInstall()) return false
  const options = { cwd: root, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { code, output } = await runQuietly(aptGet, args, options)
    if (code === 0) continue
    process.stderr.write(output)
    return false
  }
  return true
}

const canInstall = () => process.getuid?.() === 0 && existsSync(aptGet)
