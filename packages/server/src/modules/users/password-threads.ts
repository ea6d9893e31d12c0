import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import type { Piscina } from 'piscina'
import type * as thread from './password-thread.ts'
import type { Share } from './password-thread.ts'

/** Threads that hash, begun with the first password and ended a minute after the last. One core is left to everybody else. */
export class PasswordThreads {
  readonly #share: Share
  #pool: Promise<Piscina> | undefined

  constructor(share: Share) {
    this.#share = share
  }

  /** @throws an `AbortError` when the signal says so before it is done */
  async run<N extends keyof typeof thread>(
    name: N,
    input: Parameters<(typeof thread)[N]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<(typeof thread)[N]>> {
    const pool = await (this.#pool ??= this.#start())
    return pool.run(input, { name, ...(signal && { signal }) })
  }

  async #start(): Promise<Piscina> {
    const { Piscina: Threads } = await import('piscina')
    // Stands beside this file, as source and as built.
    const filename = join(import.meta.dirname, `password-thread${extname(import.meta.filename)}`)
    const maxThreads = Math.max(1, availableParallelism() - 1)
    const pool = new Threads({ filename, minThreads: 0, maxThreads, idleTimeout: 60_000, workerData: this.#share })
    pool.on('error', (error: Error) => {
      // A thread that could not be begun leaves who waits for it waiting: they are refused, and the next one tries again.
      process.emitWarning(error)
      this.#pool = undefined
      void pool.destroy()
    })
    return pool
  }
}
