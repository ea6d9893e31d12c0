import { setPriority } from 'node:os'
import { hashSync, verifySync } from '@node-rs/argon2'

/** A thread that hashes passwords, and gives way to whoever else wants the processor. */

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Linux knows priorities of threads. Elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(15)

const decoy = hashSync('a password that nobody has', cost)

export const hash = (password: string): string => hashSync(password, cost)

/** Without a hash the answer is no, after as long a time. */
export function verify({ passwordHash, password }: { passwordHash: string | null; password: string }): boolean {
  const matches = verifySync(passwordHash ?? decoy, password)
  return matches && passwordHash !== null
}
