/** Several imports of one product within this time make one message. */
export const joinWindowMs = 60_000
/** A restock of one variant is announced at most once in this time (docs/reference/discord.md, Restock rule). */
export const quietMs = 6 * 3_600_000

/** The stored data of a restock message; more variants may join it. */
export interface RestockNews {
  readonly at: string
  readonly variants: readonly {
    readonly id: number
    /** When it came back, ISO 8601 in UTC; unknown for rows from older versions. */
    readonly at?: string
  }[]
}

interface RestockRow {
  readonly message: string
  readonly created_at: string
  readonly sent_at: string | null
}

/** The variants that messages have announced since a moment, or are about to announce. */
export function announcedSince(rows: readonly RestockRow[], since: string): Set<number> {
  const announced = new Set<number>()
  for (const { message, created_at, sent_at } of rows) {
    for (const { id, at = created_at } of (JSON.parse(message) as RestockNews).variants) {
      if (at > since || (sent_at !== null && sent_at > since)) announced.add(id)
    }
  }
  return announced
}
