import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, matchesGlob, relative, resolve } from 'node:path'

/**
 * Runs a Dockerfile without a container runtime: a stage is a folder with this machine's /usr under it as a layer, and each command runs in
 * a mount namespace of its own, in that folder as its root. In the place of the images of Node is this machine with this Node.
 */
export class Stage {
  readonly folder: string
  readonly env: Record<string, string> = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
  cwd = '/'
  user = '0:0'
  entrypoint: string[] = []
  command: string[] = []
  healthcheck: string[] = []

  constructor(folder: string) {
    this.folder = folder
    for (const name of ['root/usr', 'root/proc', 'root/dev', 'root/tmp', 'root/root/.npm', 'work', 'upper/local/bin'])
      mkdirSync(join(folder, name), { recursive: true })
    execFileSync('cp', ['-a', '/etc', '/bin', '/sbin', '/lib', ...(existsSync('/lib64') ? ['/lib64'] : []), join(folder, 'root')])
    cpSync(process.execPath, join(folder, 'upper/local/bin/node'))
  }

  get root(): string {
    return join(this.folder, 'root')
  }

  /** The process becomes the command, as in a container, so it gets the signals. */
  spawn(command: readonly string[], { readOnly, env = {}, stdio = 'inherit' }: RunOptions = {}): ChildProcess {
    const cache = join(homedir(), '.npm')
    const mounts = [
      `mount --bind ${this.root} ${this.root}`,
      `mount -t overlay overlay -o lowerdir=/usr,upperdir=${this.folder}/upper,workdir=${this.folder}/work ${this.root}/usr`,
      `mount --rbind /proc ${this.root}/proc`,
      `mount --rbind /dev ${this.root}/dev`,
      ...(existsSync(cache) ? [`mount --bind ${cache} ${this.root}/root/.npm`] : []),
      ...(readOnly === undefined
        ? []
        : [
            `mount -o remount,bind,ro ${this.root}`,
            `mount -o remount,ro ${this.root}/usr`,
            `mount -t tmpfs tmpfs ${this.root}/tmp`,
            `mount --bind ${readOnly.data} ${this.root}/data`,
          ]),
    ]
    const inside = `cd "$0" && exec "$@"`
    const script = `${mounts.join(' && ')} && exec chroot --userspec=${this.user} --groups= ${this.root} /bin/sh -c '${inside}' "$@"`
    const options = { env: { ...this.env, ...env }, stdio }
    return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', this.cwd, ...command], options)
  }

  async run(command: readonly string[], options: RunOptions = {}): Promise<number> {
    const child = this.spawn(command, options)
    return new Promise((done) => child.once('exit', (code, signal) => done(code ?? (signal === null ? 0 : 1))))
  }
}

interface RunOptions {
  /** Runs like a container with a read-only root, a volume at /data and an empty /tmp. */
  readonly readOnly?: { readonly data: string }
  readonly env?: Record<string, string>
  readonly stdio?: StdioOptions
}

/** Whether this account may mount, and Node's npm is below /usr. */
export function canRunDockerfiles(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return existsSync('/usr/bin/npm') || existsSync('/usr/local/bin/npm')
  } catch {
    return false
  }
}

/** Runs every instruction of a Dockerfile, and returns the last stage. */
export async function buildImage(dockerfile: string, context: string, folder: string): Promise<Stage> {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const { name, rest } of readInstructions(dockerfile)) {
    if (name === 'FROM') {
      const [, image = '', as = 'last'] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
      if (!image.startsWith('node:24')) throw new Error(`FROM ${image} is not known here`)
      stage = new Stage(join(folder, as))
      stages.set(as, stage)
    } else if (stage === undefined) throw new Error(`${name} is before FROM`)
    else await execute(stage, name, rest, { context, stages })
  }
  return stage!
}

async function execute(stage: Stage, name: string, rest: string, from: { context: string; stages: Map<string, Stage> }): Promise<void> {
  switch (name) {
    case 'WORKDIR':
      stage.cwd = rest
      return void mkdirSync(join(stage.root, rest), { recursive: true })
    case 'COPY':
      return copy(stage, rest, from)
    case 'RUN':
      if ((await stage.run(['/bin/sh', '-c', rest])) !== 0) throw new Error(`RUN ${rest} failed`)
      return
    case 'ENV':
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value
      return
    case 'USER':
      stage.user = rest
      return
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(/CMD (\[.*\])$/.exec(rest)![1]!) as string[]
      return
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(rest) as string[]
      return
    case 'CMD':
      stage.command = JSON.parse(rest) as string[]
      return
    case 'VOLUME':
    case 'EXPOSE':
      return
    default:
      throw new Error(`${name} is not known here`)
  }
}

function copy(stage: Stage, rest: string, { context, stages }: { context: string; stages: Map<string, Stage> }): void {
  const [, as, source = '', target = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? []
  const place = join(stage.root, resolve(stage.cwd, target))
  if (as !== undefined) return cpSync(join(stages.get(as)!.root, source), place, { recursive: true, verbatimSymlinks: true })
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const isSent = (path: string) => !ignored.some((pattern) => matchesGlob(relative(context, path), pattern))
  for (const name of globSync('*', { cwd: join(context, source) }).concat(globSync('.*', { cwd: join(context, source) })))
    if (isSent(join(context, source, name)))
      cpSync(join(context, source, name), join(place, name), { recursive: true, verbatimSymlinks: true, filter: isSent })
}

/** Comments are left out, and lines that end with a backslash are joined. */
export const readInstructions = (text: string): { name: string; rest: string }[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
      return { name, rest: rest.replaceAll(/\s+/g, ' ') }
    })
