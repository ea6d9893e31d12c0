import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { runNpm } from './install.mjs'
import { runQuietly } from './run.mjs'
import { Stopped } from './stopped.mjs'

const release = 'release'
/** Packages that run in production. The web app and the server are included as builds, the command line as source. */
const shipped = ['bot', 'cli', 'contract', 'server']
/** Tests and what they share. */
const isForTests = (/** @type {string} */ path) => /\.test\.ts$|[\\/](?:testing|hostile|demo)(?:[\\/]|\.ts$|$)/.test(path)

/**
 * Makes one archive for a machine that has only Node 24 (docs/operating.md, From an archive). Packages have native parts, so the archive is
 * for the platform that it is made on.
 *
 * @param {string} root
 * @param {string} node
 * @returns {Promise<number>}
 */
export async function makePackage(root, node) {
  await ensureBuilt(root, node)
  const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `keydesk-${version}-${process.platform}-${process.arch}`
  const folder = join(root, release, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await installRuntime(root, folder)
  // The folder of the clone may have any name.
  const filter = (/** @type {string} */ source) => !isForTests(relative(root, source))
  for (const path of filesToShip) cpSync(join(root, path), join(folder, path), { recursive: true, filter })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(version, engines), null, 2)}\n`)
  openToAll(folder)
  const archive = `${name}.tar.gz`
  await demand(runQuietly('tar', ['-czf', archive, name], { cwd: join(root, release) }), 'The archive could not be written')
  rmSync(folder, { recursive: true })
  console.log(`${join(release, archive)}, ${Math.round(statSync(join(root, release, archive)).size / 1e6)} MB`)
  return 0
}

const filesToShip = [
  ...shipped.filter((name) => name !== 'server').map((name) => `packages/${name}/src`),
  ...['packages/server/src', 'packages/server/dist', 'packages/web/dist', 'bin', '.env.example', 'CHANGELOG.md', 'docs'],
]

/**
 * Modes that do not depend on the umask here: root unpacks the archive, and the account of the service reads it.
 *
 * @param {string} path
 */
function openToAll(path) {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644)
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name))
}

/**
 * Lets npm install the lock file without the packages for builds and tests.
 *
 * @param {string} root
 * @param {string} folder
 */
async function installRuntime(root, folder) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const ours = Object.keys(packages).filter((path) => !path.includes('node_modules/'))
  // npm needs every workspace of the lock file, even those that it does not install.
  for (const path of [...ours.map((workspace) => join(workspace, 'package.json')), 'package-lock.json']) {
    cpSync(join(root, path), join(folder, path))
  }
  const workspaces = shipped.map((name) => `--workspace=packages/${name}`)
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', ...workspaces]
  await demand(runNpm(folder, args), 'The packages could not be installed')
  // npm links each of our packages that another one names, even if it is not shipped.
  const unused = ours.filter((path) => path !== '' && !shipped.some((name) => path === `packages/${name}`))
  for (const path of [...unused, 'package-lock.json', 'node_modules/@keydesk/stand-in'])
    rmSync(join(folder, path), { recursive: true, force: true })
}

/**
 * It has no scripts: npm would receive the signals instead of the server.
 *
 * @param {string} version
 * @param {object} engines
 */
const manifest = (version, engines) => ({ name: 'keydesk', version, private: true, type: 'module', engines })

/**
 * @param {Promise<{ code: number, output: string }>} run
 * @param {string} failure
 */
async function demand(run, failure) {
  const { code, output } = await run
  if (code === 0) return
  process.stderr.write(output)
  throw new Stopped(`${failure}: see above.`)
}
