import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Program {
  /** The address that it printed. */
  readonly url: string
  /** Every line printed so far. */
  readonly lines: readonly string[]
  /** Tells it to stop, and returns its exit code. */
  readonly stop: () => Promise<number | null>
}

/**
 * Starts a server script in a process of its own, and waits for the address that it prints.
 * @param options.file what to run in the place of this Node
 */
export async function startProgram(
  args: readonly string[],
  { file, ...options }: { cwd: string; env: NodeJS.ProcessEnv; file?: string },
): Promise<Program> {
  const child = spawn(file ?? process.execPath, file === undefined ? ['--disable-warning=ExperimentalWarning', ...args] : args, {
    ...options,
    // The IPC channel ends it if this process is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    return child.exitCode
  }
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The program has no output')
  const lines: string[] = []
  const ready = new Promise<string>((resolve) => {
    createInterface(stdout).on('line', (line) => {
      lines.push(line)
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (url !== undefined) resolve(url)
    })
  })
  createInterface(stderr).on('line', (line) => lines.push(line))
  const url = await Promise.race([ready, exited.then(() => undefined)])
  if (url === undefined) throw new Error(`The program did not start:\n${lines.join('\n')}`)
  return { url, lines, stop }
}
