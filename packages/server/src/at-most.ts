/** Lets `limit` pieces of work run at once; the others wait in line. */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < limit) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The next in line takes this place; without one it is free.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
