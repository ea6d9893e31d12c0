import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

async function demo(env: Record<string, string>, args = ['--orders', '1'], cwd?: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts'), ...args], {
    cwd,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { output, code: code as number | null }
}

test('a demo that has no place for its data, or a bad setting, ends with one line and code 1', async () => {
  const line = 'The folder /proc/nope cannot be written (ENOENT). Set DATA_DIR to one that can.\n'
  expect(await demo({ DATA_DIR: '/proc/nope' })).toEqual({ code: 1, output: line })
  expect(await demo({ TMPDIR: '/proc/nope' })).toEqual({ code: 1, output: line })
  expect(await demo({ LOG_LEVEL: 'warn', PORT: 'x' })).toEqual({ code: 1, output: 'PORT must be a port from 0 to 65535\n' })
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a demo says in one line that .env cannot be read', async () => {
  const folder = await makeFolder()
  await mkdir(join(folder, '.env'))
  const line = `${join(folder, '.env')} cannot be read. Run Keydesk as an account that may read it, such as that of the service.\n`
  expect(await demo({}, undefined, folder)).toEqual({ code: 1, output: line })
})

test('a demo reads .env, as npm start does, but uses no address, mail server or sign-in provider of the real shop', async () => {
  const folder = await makeFolder()
  // Values that would stop the start if they were read.
  const names = ['PUBLIC_URL', 'SMTP_URL', 'OIDC_APPLE_ISSUER', 'OIDC_META_ISSUER', 'DRAIN_SECONDS', 'DATABASE_URL', 'MEDIA_URL']
  await writeFile(join(folder, '.env'), ['DATA_DIR=/proc/nope', ...names.map((name) => `${name}=x`)].join('\n'))
  const output = 'The folder /proc/nope cannot be written (ENOENT). Set DATA_DIR to one that can.\n'
  expect(await demo({}, undefined, folder)).toEqual({ code: 1, output })
})

test('a demo that is stopped while it is filled deletes its folder', async () => {
  const folder = await makeFolder()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts'), '--orders', '100000'], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  // It says that it is being filled.
  await once(child.stdout, 'data')
  expect(await readdir(folder)).toHaveLength(1)
  child.kill('SIGINT')
  expect(await exited).toEqual([130, null])
  expect(await readdir(folder)).toEqual([])
})

test.each([[['--orders', 'many']], [['--seed', ' ']]])('a demo with the options %j shows how to call it', async (args) => {
  expect(await demo({}, args)).toEqual({ code: 2, output: 'Usage: npm run demo -- [--orders NUMBER] [--seed NUMBER]\n' })
})
