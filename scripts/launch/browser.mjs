import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'
import { runNode, runQuietly } from './run.mjs'
import { Stopped } from './stopped.mjs'
import { tools } from './tools.mjs'

const variables = ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH']
/** Best first: headless Chromium does the same with less work. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser of the journeys: from a variable, the machine's, Playwright's, or one that is installed now.
 *
 * @param {string} root
 * @param {string} node
 * @returns {Promise<string>} its path
 */
export async function requireBrowser(root, node) {
  const named = namedBrowser(process.env)
  if (named !== undefined) return named
  const found = await findBrowser(root, node)
  if (found !== undefined) return found
  console.error('Installing a browser for the tests...')
  // Older systems do not have the first package.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (!(await installFromDebian(root, [name, 'fonts-liberation']))) continue
    const installed = await findBrowser(root, node)
    if (installed !== undefined) return installed
  }
  await runNode(node, [tools.playwright, 'install', 'chromium'], { cwd: root })
  const downloaded = await playwrightsOwn(root, node)
  if (downloaded !== undefined) return downloaded
  throw new Stopped('The journeys need a browser: install Chromium or Chrome, or name its executable in CHROMIUM_PATH.')
}

/** @param {NodeJS.ProcessEnv} env */
export function namedBrowser(env) {
  const variable = variables.find((name) => (env[name] ?? '') !== '')
  if (variable === undefined) return undefined
  const path = env[variable] ?? ''
  if (!existsSync(path)) throw new Stopped(`${variable} names ${path}, which does not exist.`)
  return path
}

/**
 * @param {string} pathVariable
 * @returns {string[]} possible browsers, best first
 */
export function browserCandidates(pathVariable) {
  const folders = pathVariable.split(delimiter).filter((folder) => folder !== '')
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...new Set([...onPath, ...usualPlaces])].filter((path) => existsSync(path))
}

/**
 * @param {string} root
 * @param {string} node
 */
async function findBrowser(root, node) {
  for (const path of browserCandidates(process.env['PATH'] ?? '')) {
    if (await answers(root, path)) return path
  }
  return playwrightsOwn(root, node)
}

/**
 * On some systems `chromium-browser` only explains how to install one. On Windows the check would open a window.
 *
 * @param {string} root
 * @param {string} path
 */
async function answers(root, path) {
  return process.platform === 'win32' || (await runQuietly(path, ['--version'], { cwd: root })).code === 0
}

/**
 * @param {string} root
 * @param {string} node
 */
async function playwrightsOwn(root, node) {
  const script = `process.stdout.write(require('@playwright/test').chromium.executablePath())`
  const { code, output } = await runQuietly(node, ['-e', script], { cwd: join(root, 'e2e') })
  return code === 0 && existsSync(output) ? output : undefined
}
