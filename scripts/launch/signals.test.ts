import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

const run = new URL('./run.mjs', import.meta.url).href
const cwd = fileURLToPath(new URL('.', import.meta.url))
const started: number[] = []

afterEach(() => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
})

/** A launcher that runs the script, ready when the script has printed its process id. */
async function launch(
  script: string,
  options: string,
): Promise<{ launcher: ChildProcess; nextLine: () => Promise<string>; child: number }> {
  const source = `import { runNode } from ${JSON.stringify(run)}
    process.exit(await runNode(process.execPath, ['-e', ${JSON.stringify(`${script};console.log(process.pid)`)}], ${options}))`
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', source], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(launcher.stdout)[Symbol.asyncIterator]()
  const nextLine = async () => String((await lines.next()).value)
  const child = Number(await nextLine())
  started.push(launcher.pid ?? 0, child)
  return { launcher, nextLine, child }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a signal is passed on once, and the exit code is the child’s', async () => {
  const ends = `process.on('SIGHUP', () => { console.log('bye'); process.exit(7) })`
  const { launcher, nextLine } = await launch(
    `process.on('SIGTERM', () => console.log('received')); ${ends}; setInterval(() => {}, 1000)`,
    '{ cwd: "." }',
  )
  const exited = once(launcher, 'exit')
  launcher.kill('SIGTERM')
  expect(await nextLine()).toBe('received')
  launcher.kill('SIGTERM')
  launcher.kill('SIGHUP')
  expect(await nextLine()).toBe('bye')
  expect(await exited).toEqual([7, null])
})

test('the exit code of a child that a signal ended is 128 and its number', async () => {
  const { launcher, child } = await launch('setInterval(() => {}, 1000)', '{ cwd: "." }')
  const exited = once(launcher, 'exit')
  process.kill(child, 'SIGKILL')
  expect(await exited).toEqual([137, null])
})

test.each([
  ['a tool', 'setInterval(() => {}, 1000)', '{ cwd: "." }'],
  [
    'a server that listens for it',
    `process.on('disconnect', () => process.exit()); setInterval(() => {}, 1000)`,
    '{ cwd: ".", server: true }',
  ],
])('%s ends when the launcher is killed', async (_, script, options) => {
  const { launcher, child } = await launch(script, options)
  launcher.kill('SIGKILL')
  await expect.poll(() => isAlive(child), { timeout: 5000 }).toBe(false)
})

test('a script that ends by itself is not kept running', async () => {
  const { launcher } = await launch('', '{ cwd: "." }')
  expect(await once(launcher, 'exit')).toEqual([0, null])
})
