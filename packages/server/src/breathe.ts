/** Lets other requests run between two pieces of long work. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** How many rows one statement of long work handles. */
export const chunkSize = 1_500

/** Does long work in chunks, and lets other requests run between them. */
export async function inChunks<T>(values: readonly T[], work: (chunk: readonly T[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < values.length; start += chunkSize) {
    if (start > 0) await breathe()
    await work(values.slice(start, start + chunkSize))
  }
}
