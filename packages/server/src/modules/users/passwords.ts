import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { limits } from '@keydesk/contract'
import type { Piscina } from 'piscina'
import type * as thread from './password-thread.ts'

/** Why a password cannot be used, or undefined (design section 6: at least 10 characters). */
export function checkPassword(password: string): string | undefined {
  if (password.length < limits.minPasswordLength) return `The password must have at least ${limits.minPasswordLength} characters`
  if (password.length > limits.maxPasswordLength) return `The password must have at most ${limits.maxPasswordLength} characters`
  return undefined
}

let threads: Promise<Piscina> | undefined

/**
 * Hashing is heavy on purpose. It has threads of its own, of low priority, and one core is left to everybody else, however many people sign
 * in at once; a minute after the last of them the threads end.
 */
async function start(): Promise<Piscina> {
  const { Piscina: Threads } = await import('piscina')
  // Stands beside this file, as source and as built.
  const filename = join(import.meta.dirname, `password-thread${extname(import.meta.filename)}`)
  const pool = new Threads({ filename, minThreads: 0, maxThreads: Math.max(1, availableParallelism() - 1), idleTimeout: 60_000 })
  pool.on('error', (error: Error) => {
    // A thread that could not be begun leaves who waits for it waiting: they are refused, and the next one tries again.
    process.emitWarning(error)
    threads = undefined
    void pool.destroy()
  })
  return pool
}

async function inThread<N extends keyof typeof thread>(
  name: N,
  input: Parameters<(typeof thread)[N]>[0],
): Promise<ReturnType<(typeof thread)[N]>> {
  return (await (threads ??= start())).run(input, { name })
}

export const hashPassword = (password: string): Promise<string> => inThread('hash', password)

/** Takes the same time whether or not there is a hash to compare with, so that names cannot be probed. */
export const isPassword = (password: string, passwordHash: string | null): Promise<boolean> =>
  inThread('verify', { passwordHash, password })
