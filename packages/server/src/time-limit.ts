import { AsyncLocalStorage } from 'node:async_hooks'

/** When the running call must be done with the database, by the clock of `performance.now()`. */
const ends = new AsyncLocalStorage<number>()

/** Gives everything that `work` asks of PostgreSQL so many milliseconds together; what comes later fails at once. */
export const withTimeLimit = <T>(ms: number, work: () => Promise<T>): Promise<T> => ends.run(performance.now() + ms, work)

/** Milliseconds, Infinity where nothing limits the running work, and never below zero. */
export const timeLeft = (): number => Math.max(0, (ends.getStore() ?? Infinity) - performance.now())
