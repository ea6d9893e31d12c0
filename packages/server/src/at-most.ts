interface Line {
  /** How many may wait. */
  readonly length: number
  /** The error for work that comes when the line is full. */
  readonly full: () => Error
}

/** Lets `limit` pieces of work run at once; the others wait in line. */
export function atMost(limit: number, line?: Line): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < limit) running += 1
    else if (line !== undefined && waiting.length >= line.length) throw line.full()
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
