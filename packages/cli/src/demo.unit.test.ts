import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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

test('a demo reads .env, as npm start does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, '.env'), 'PORT=x\n')
  expect(await demo({}, undefined, folder)).toEqual({ code: 1, output: 'PORT must be a port from 0 to 65535\n' })
})

test.each([[['--orders', 'many']], [['--seed', ' ']]])('a demo with the options %j shows how to call it', async (args) => {
  expect(await demo({}, args)).toEqual({ code: 2, output: 'Usage: npm run demo -- [--orders NUMBER] [--seed NUMBER]\n' })
})
