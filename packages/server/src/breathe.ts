/** Lets other requests run between two pieces of long work. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** How many rows one statement of long work handles. */
export const chunkSize = 1_500

export const chunksOf = <T>(values: readonly T[], size = chunkSize): (readonly T[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, nth) => values.slice(nth * size, (nth + 1) * size))

/** Does long work in chunks, and lets other requests run between them. */
export async function inChunks<T>(values: readonly T[], work: (chunk: readonly T[]) => Promise<void>): Promise<void> {
  for (const [nth, chunk] of chunksOf(values).entries()) {
    if (nth > 0) await breathe()
    await work(chunk)
  }
}

/**
 * Rows in the order of their ids, or ids alone, a page at a time. Lets other requests run between pages. Each page begins after the last id,
 * also where the caller changes the rows: otherwise PostgreSQL rereads every updated row while the transaction lasts.
 */
export async function* pagesById<T extends number | { readonly id: number }>(
  read: (after: number, size: number) => Promise<readonly T[]>,
  size = chunkSize,
): AsyncGenerator<readonly T[]> {
  for (let after = 0; ; await breathe()) {
    const page = await read(after, size)
    if (page.length > 0) yield page
    if (page.length < size) return
    const last = page.at(-1)!
    after = typeof last === 'number' ? last : last.id
  }
}
