/** 0 or 1: SQLite binds no booleans. */
export type Bit = number
/** ISO 8601 in UTC with milliseconds, as `Date.toISOString` writes it, so that text order is time order. */
export type Moment = string
/** A JSON document as text. */
export type Json = string
