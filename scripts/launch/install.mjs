import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { contentHash } from './hash.mjs'
import { runQuietly } from './run.mjs'
import { Stopped } from './stopped.mjs'

/**
 * @typedef {Record<string, unknown> & { version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} Locked
 * @typedef {{ packages: Record<string, Locked> }} Lock
 */

const stampPath = 'node_modules/.keydesk-install'
const demands = ['dependencies', 'devDependencies', 'optionalDependencies']

/** @param {string} root */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  console.error('Installing packages...')
  // NODE_ENV=production would leave out the tools that build the web app. No package needs its install script: native parts are
  // included, and the links of the tests' PostgreSQL are created when it starts.
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runNpm(root, args)
  if (code !== 0) {
    process.stderr.write(output)
    throw new Stopped('The packages could not be installed: npm says why above.')
  }
  writeFileSync(join(root, stampPath), demandHash(root))
}

/**
 * Whether node_modules has what the lock file and our packages need: either because we installed exactly that, or by npm's own record, so
 * that a manual installation counts. npm writes the record last, so an interrupted installation does not count.
 *
 * @param {string} root
 */
export function isInstalled(root) {
  const lock = readJson(root, 'package-lock.json')
  if (lock === undefined) throw new Stopped('package-lock.json is missing.')
  const installed = readJson(root, 'node_modules/.package-lock.json')
  if (installed === undefined) return false
  const stamp = join(root, stampPath)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === demandHash(root, lock)) return true
  return Object.entries(lock.packages).every(([path, wanted]) =>
    isOurs(path) ? isAsLocked(wanted, readJson(root, join(path, 'package.json'))) : isThere(wanted, installed.packages[path]),
  )
}

/** @param {string} path */
function isOurs(path) {
  return !path.includes('node_modules/')
}

/**
 * @param {string} root
 * @param {Lock | undefined} lock
 */
export function demandHash(root, lock = readJson(root, 'package-lock.json')) {
  const manifests = Object.keys(lock?.packages ?? {}).filter(isOurs)
  return contentHash(root, ['package-lock.json', ...manifests.map((path) => (path === '' ? 'package.json' : `${path}/package.json`))])
}

/**
 * @param {Locked} wanted
 * @param {Locked | undefined} found
 */
function isThere(wanted, found) {
  // Optional packages depend on the platform, and on the version of npm.
  if (found === undefined) return wanted.optional === true || wanted.devOptional === true
  return found.version === wanted.version && found.integrity === wanted.integrity && found.link === wanted.link
}

/**
 * @param {Locked} wanted what one of our packages needs, by the lock file
 * @param {Record<string, unknown> | undefined} manifest
 */
function isAsLocked(wanted, manifest) {
  return manifest !== undefined && demands.every((field) => isDeepStrictEqual(wanted[field] ?? {}, manifest[field] ?? {}))
}

/**
 * @param {string} root
 * @param {string} path
 */
function readJson(root, path) {
  const file = join(root, path)
  return existsSync(file) ? /** @type {Lock & Record<string, unknown>} */ (JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

/**
 * The npm that started us, so that none need be on the PATH.
 *
 * @param {string} root where
 * @param {string[]} args
 */
export function runNpm(root, args) {
  const started = process.env['npm_execpath'] ?? ''
  if (/npm-cli\.c?js$/.test(started)) return runQuietly(process.execPath, [started, ...args], { cwd: root })
  return runQuietly('npm', args, { cwd: root, shell: process.platform === 'win32' })
}
