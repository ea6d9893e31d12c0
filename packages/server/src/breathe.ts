/** Lets other requests have a turn between two pieces of long work. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
