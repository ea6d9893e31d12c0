/** Driver errors by their code, never by their message. */

/** The database is read-only: a standby, or a former primary after a failover. */
const readOnly = '25006'
const lockTimeout = '55P03'
/** Victim of a deadlock or of a serialization failure. */
const victim = ['40P01', '40001']
/** Refusals of a statement's name (db/postgres-pool.ts): its table has changed, or a pooler's connection lacks it or has it already. */
const staleName = ['0A000', '26000', '42P05']

/** The disk of a SQLite file is full. */
export const isFull = (error: unknown): boolean => codeOf(error) === 'SQLITE_FULL'
/** The disk of a SQLite file does not read or write. */
export const isOfFailingDisk = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_IOERR')
/** A SQLite file has pages that are not what SQLite wrote. */
export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))

/** The database cannot be reached or cannot take the change now; trying later may help. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    // Connection lost, no resources, shutdown, deadlocks, and the timeouts of db/postgres-limits.ts.
    /^(08|53|57P0|58)/.test(code) ||
    [readOnly, lockTimeout, ...victim, '25P03', '25P04', '57014'].includes(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code) ||
    /^SQLITE_(BUSY|FULL|IOERR|LOCKED|CANTOPEN|READONLY)/.test(code) ||
    isDamaged(error) ||
    isOfTls(error) ||
    // The driver's own timeouts and dropped sockets carry no code.
    (error instanceof Error &&
      /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client .* not queryable)/.test(error.message))
  )
}

/** No encrypted connection to PostgreSQL: it offers none, or its certificate is not valid. The driver's own refusals carry no code. */
export const isOfTls = (error: unknown): boolean =>
  /^(ERR_(SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH|EPROTO)/.test(codeOf(error)) ||
  (error instanceof Error && /\bSSL connection/.test(error.message))

/** Whether PostgreSQL refused one query and the connection can still be used. */
export function isAnswered(error: unknown): boolean {
  const code = codeOf(error)
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR' && code !== readOnly && !code.startsWith('08')
}

/** Another program holds the SQLite file's lock. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === lockTimeout
export const isStaleName = (error: unknown): boolean => staleName.includes(codeOf(error))
/** Another transaction has stored the value first. SQLite has a single writer, so a check before the write is enough there. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'
export const isVictim = (error: unknown): boolean => victim.includes(codeOf(error))

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
