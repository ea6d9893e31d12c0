import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { loadEnvFile } from '@keydesk/server'
import { keydesk } from './keydesk.ts'
import { createProgress } from './progress.ts'

loadEnvFile()

// A reader such as `head` closes the pipe when it has enough. The command still does its work.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    // Ctrl+C and Ctrl+D close it without an answer, which is no.
    const closed = once(terminal, 'close').then(() => null)
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed]).catch(() => null)
    if (answer === null) process.stdout.write('\n')
    return answer !== null && /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}

function untilStopped(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}

process.exitCode = await keydesk(process.argv.slice(2), process.env, {
  print: (line) => void process.stdout.write(`${line}\n`),
  fail: (line) => void process.stderr.write(`${line}\n`),
  progress: (title) => createProgress(title, process.stdout),
  untilStopped,
  // `echo` adds a line break.
  ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
  readPassword: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
})
