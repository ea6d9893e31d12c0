import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** Hashes passwords and checks them (docs/reference/sessions.md, Passwords). */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes equally long whether or not there is a hash to compare with, so that names cannot be probed. */
  isRight(password: string, passwordHash: string | null): Promise<boolean>
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const usualCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @param cost lower only in tests, which sign in hundreds of times */
export function createPasswords(cost = usualCost): Passwords {
  // A hash uses a core for a fiftieth of a second, on purpose. One core is left for other requests.
  const limited = pLimit(Math.max(1, availableParallelism() - 1))
  const hashPassword = (password: string) => limited(() => hash(password, cost))
  let decoy: Promise<string> | undefined
  return {
    hash: hashPassword,
    async isRight(password, passwordHash) {
      const nobodys = await (decoy ??= hashPassword('a password that nobody has'))
      const isRight = await limited(() => verify(passwordHash ?? nobodys, password))
      return isRight && passwordHash !== null
    },
  }
}
