import { setPriority } from 'node:os'
import { hashSync, verifySync } from '@node-rs/argon2'

/** A thread that hashes passwords, and gives way to whoever else wants the processor. */

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Linux knows priorities of threads. Elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(10)

export const hash = (password: string): string => hashSync(password, cost)

export const verify = ({ passwordHash, password }: { passwordHash: string; password: string }): boolean =>
  verifySync(passwordHash, password)
