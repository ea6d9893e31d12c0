import { spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/** A thread that hashes passwords, and gives way to whoever else wants the processor. */

/** How it shares a processor with everybody else: `idle` for what nobody else wants, `low` for a small share of one that is busy for good. */
export type Share = 'idle' | 'low'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

giveWay(workerData as Share)

const decoy = hashSync('a password that nobody has', cost)

export const hash = (password: string): string => hashSync(password, cost)

/** Without a hash the answer is no, after as long a time. */
export function verify({ passwordHash, password }: { passwordHash: string | null; password: string }): boolean {
  const matches = verifySync(passwordHash ?? decoy, password)
  return matches && passwordHash !== null
}

/** Linux knows priorities of threads. Elsewhere it would be that of the whole server. */
function giveWay(share: Share): void {
  if (process.platform !== 'linux') return
  setPriority(15)
  if (share === 'idle') becomeIdle()
}

/**
 * However low its priority, a thread that runs is not interrupted for a millisecond or two; one of the idle class is at once. Node has no word
 * for that class: it is given by the system's own tool. Where that is missing, the priority stays.
 */
function becomeIdle(): void {
  try {
    // The link reads `<process>/task/<thread>`.
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1)!
    spawnSync('chrt', ['-i', '-p', '0', thread], { stdio: 'ignore', env: { PATH: process.env['PATH'] } })
  } catch {
    // A system that does not show its processes.
  }
}
