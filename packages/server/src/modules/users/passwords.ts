import { availableParallelism } from 'node:os'
import { limits } from '@keydesk/contract'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** Why a password cannot be used, or undefined (docs/reference/sessions.md, Passwords). */
export function checkPassword(password: string): string | undefined {
  if (password.length < limits.minPasswordLength) return `The password must have at least ${limits.minPasswordLength} characters`
  if (password.length > limits.maxPasswordLength) return `The password must have at most ${limits.maxPasswordLength} characters`
  return password.trim() === '' ? 'The password must not be blank' : undefined
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Only the tests that sign in hundreds of times lower it. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash takes a core for a fiftieth of a second, on purpose. One core is left to the other requests. */
const limited = pLimit(Math.max(1, availableParallelism() - 1))

export const hashPassword = (password: string): Promise<string> => limited(() => hash(password, passwordCost))

let decoy: Promise<string> | undefined

/** Takes the same time whether or not there is a hash to compare with, so that names cannot be probed. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const nobodys = await (decoy ??= hashPassword('a password that nobody has'))
  const isRight = await limited(() => verify(passwordHash ?? nobodys, password))
  return isRight && passwordHash !== null
}
