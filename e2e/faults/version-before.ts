import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache/keydesk-versions')
const run = promisify(execFile)

/** The last commit of the version before this one. A release sets it to the release before. */
const commit = '35e8b48bad3b9fb0fa5123d19cffbbc8a6efb6a1'

/**
 * Builds the server of the version before, once.
 * @returns the program; undefined in a copy of the sources without their history
 */
export async function buildVersionBefore(): Promise<string | undefined> {
  if (!(await isInHistory())) return undefined
  const folder = join(cache, commit)
  const main = join(folder, 'packages/server/dist/main.js')
  if (existsSync(main)) return main
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'sources.tar')
  await git('archive', `--output=${archive}`, commit, ...['bot', 'contract', 'server'].map((name) => `packages/${name}`))
  await run('tar', ['-xf', archive], { cwd: folder })
  // The app that it serves is not looked at.
  symlinkSync(join(root, 'packages/web'), join(folder, 'packages/web'))
  linkPackages(folder)
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: join(folder, 'packages/server') })
  return main
}

async function isInHistory(): Promise<boolean> {
  return git('cat-file', '-e', commit).then(
    () => true,
    () => false,
  )
}

const git = async (...args: string[]): Promise<string> => (await run('git', args, { cwd: root })).stdout.trim()

/** The packages that are installed, and our own as they were then. */
function linkPackages(folder: string): void {
  const installed = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@keydesk'), { recursive: true })
  for (const name of readdirSync(installed)) {
    if (!name.startsWith('.') && name !== '@keydesk') symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  }
  for (const name of ['bot', 'contract', 'server']) symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@keydesk', name))
}
