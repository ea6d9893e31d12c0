import { sql } from 'kysely'

/** The state of keys that are for sale, written into the query: the index that holds only those is not found by a value. */
export const available = sql.lit('available' as const)
