import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

/**
 * Starts a command line, as `npm run keydesk -- …` does. `output` is all that it has printed so far.
 * @param through a program, with its options, that runs it
 */
export function startCommand(args: readonly string[], env: Record<string, string>, through: readonly string[] = []) {
  const [first, ...rest] = [...through, process.execPath, '--disable-warning=ExperimentalWarning', program, ...args]
  const child = spawn(first!, rest, {
    // The folder of the clone has an .env, which would be read.
    cwd: '/',
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output, exited: once(child, 'close').then(([code]) => code as number | null) }
}
