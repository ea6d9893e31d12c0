/** How long PostgreSQL may take, in milliseconds. A call as a whole is limited by http/bind.ts. */
export interface PostgresLimits {
  /** To open a connection, or to get one from the pool. */
  readonly connectMs: number
  /** For one query; PostgreSQL then ends it. A connection that is silent for one second more is closed and replaced. */
  readonly queryMs: number
  /** To wait for a row that another transaction has locked, while holding a connection. db/transact.ts then retries without one. */
  readonly lockMs: number
  /** Between two queries of a transaction: PostgreSQL then rolls back what a frozen server has begun, and frees its locks. */
  readonly idleInTransactionMs: number
}

/** For the calls of people and shops. */
export const usualLimits: PostgresLimits = { connectMs: 5_000, queryMs: 5_000, lockMs: 1_000, idleInTransactionMs: 5_000 }

/** For the command line and for migrations, which may read or rewrite whole tables. Zero is no limit. */
export const patientLimits: PostgresLimits = { connectMs: 5_000, queryMs: 0, lockMs: 0, idleInTransactionMs: 0 }
