import { limits } from '@keydesk/contract'
import { PasswordThreads } from './password-threads.ts'

/** Why a password cannot be used, or undefined (design section 6: at least 10 characters). */
export function checkPassword(password: string): string | undefined {
  if (password.length < limits.minPasswordLength) return `The password must have at least ${limits.minPasswordLength} characters`
  if (password.length > limits.maxPasswordLength) return `The password must have at most ${limits.maxPasswordLength} characters`
  return undefined
}

const usualPatience = {
  /** Threads for which the processor has no time finish nothing for so long. A hash takes a fiftieth of a second. */
  silenceMs: 1_000,
  /** So long they are not asked again then. */
  pauseMs: 30_000,
}

/**
 * Hashing is heavy on purpose. It is done in the time that nobody else wants; on a machine that is busy for good, where there is none,
 * by threads that get a small share of it.
 */
export class PasswordHasher {
  readonly #idle = new PasswordThreads('idle')
  readonly #low = new PasswordThreads('low')
  readonly #patience: typeof usualPatience
  /** Moments, in milliseconds as `performance.now` counts them. */
  #lastDone = 0
  #busyUntil = 0

  constructor(patience = usualPatience) {
    this.#patience = patience
  }

  hash = (password: string): Promise<string> => this.#run((threads, signal) => threads.run('hash', password, signal))

  /** Takes the same time whether or not there is a hash to compare with, so that names cannot be probed. */
  isRight = (password: string, passwordHash: string | null): Promise<boolean> =>
    this.#run((threads, signal) => threads.run('verify', { passwordHash, password }, signal))

  async #run<T>(work: (threads: PasswordThreads, signal?: AbortSignal) => Promise<T>): Promise<T> {
    // Elsewhere threads have no priorities.
    if (process.platform !== 'linux' || performance.now() < this.#busyUntil) return work(this.#low)
    const silence = new AbortController()
    const watch = setInterval(() => {
      if (performance.now() - this.#lastDone > this.#patience.silenceMs) silence.abort()
    }, this.#patience.silenceMs)
    try {
      const result = await work(this.#idle, silence.signal)
      this.#lastDone = performance.now()
      return result
    } catch (error) {
      if (!silence.signal.aborted) throw error
      this.#busyUntil = performance.now() + this.#patience.pauseMs
      return await work(this.#low)
    } finally {
      clearInterval(watch)
    }
  }
}

const hasher = new PasswordHasher()

export const hashPassword = hasher.hash

export const isPassword = hasher.isRight
