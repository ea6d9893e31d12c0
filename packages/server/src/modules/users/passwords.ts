import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
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
  const filename = new URL(`./password-thread${extname(import.meta.filename)}`, import.meta.url).href
  return new Threads({ filename, minThreads: 0, maxThreads: Math.max(1, availableParallelism() - 1), idleTimeout: 60_000 })
}

async function inThread<N extends keyof typeof thread>(
  name: N,
  input: Parameters<(typeof thread)[N]>[0],
): Promise<ReturnType<(typeof thread)[N]>> {
  return (await (threads ??= start())).run(input, { name })
}

export const hashPassword = (password: string): Promise<string> => inThread('hash', password)

let decoy: Promise<string> | undefined

/** Takes the same time whether or not there is a hash to compare with, so that names cannot be probed. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has')
  const matches = await inThread('verify', { passwordHash: passwordHash ?? (await decoy), password })
  return matches && passwordHash !== null
}
