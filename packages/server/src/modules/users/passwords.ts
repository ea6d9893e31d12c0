import { availableParallelism } from 'node:os'
import { limits } from '@keydesk/contract'
import { hash, verify } from '@node-rs/argon2'
import { atMost } from '../../at-most.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Why a password cannot be used, or undefined (design section 6: at least 10 characters). */
export function checkPassword(password: string): string | undefined {
  if (password.length < limits.minPasswordLength) return `The password must have at least ${limits.minPasswordLength} characters`
  if (password.length > limits.maxPasswordLength) return `The password must have at most ${limits.maxPasswordLength} characters`
  return undefined
}

/** Hashing is heavy on purpose. One core is left to everybody else, however many people sign in at once. */
const inTurn = atMost(Math.max(1, availableParallelism() - 1))

/** Runs on the thread pool, as does verifying: other requests go on meanwhile. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

let decoy: Promise<string> | undefined

/** Takes the same time whether or not there is a hash to compare with, so that names cannot be probed. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has')
  const compared = passwordHash ?? (await decoy)
  const matches = await inTurn(() => verify(compared, password))
  return matches && passwordHash !== null
}
