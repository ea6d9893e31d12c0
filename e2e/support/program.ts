import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Program {
  /** The address that it printed. */
  readonly url: string
  /** Every line printed so far. */
  readonly lines: readonly string[]
  readonly stop: () => Promise<void>
}

/** Starts a server script in a process of its own, and waits for the address that it prints. */
export async function startProgram(args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Program> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    ...options,
    // The IPC channel ends it if this process is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
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
