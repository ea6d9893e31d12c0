import { AsyncLocalStorage } from 'node:async_hooks'

/** The deadline of the running call for database work, on the clock of `performance.now()`. */
const ends = new AsyncLocalStorage<number>()

/** Limits the time of all PostgreSQL queries of `work` together; a later query fails at once. */
export const withTimeLimit = <T>(ms: number, work: () => Promise<T>): Promise<T> => ends.run(performance.now() + ms, work)

/** Work that goes on after the call that began it. */
export const withoutTimeLimit = <T>(work: () => Promise<T>): Promise<T> => ends.run(Infinity, work)

/** Milliseconds left: Infinity without a limit, never below zero. */
export const timeLeft = (): number => Math.max(0, (ends.getStore() ?? Infinity) - performance.now())
