/**
 * Driver errors, recognised here and nowhere else: by their code, and by their message only if the driver gives no code, as for its own
 * timeouts and refusals.
 */

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
    hasMessage(error, /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client .* not queryable)/)
  )
}

/** An outage in which the database answers too late, or not before others are done: a timeout, a lock, a deadlock. */
export const isLate = (error: unknown): boolean =>
  /^(ETIMEDOUT|57014|25P0[34]|55P03|40P01|40001|SQLITE_(BUSY|LOCKED))/.test(codeOf(error)) ||
  hasMessage(error, /^(Query read timeout|timeout exceeded when trying to connect)/)

/** A connection to PostgreSQL or a query got no answer in time. */
export const isUnanswered = (error: unknown): boolean => codeOf(error) === 'ETIMEDOUT' || hasMessage(error, /^Query read timeout$/)

/** A disk is full or fails: that of the database, or of the media. */
export const isOfDisk = (error: unknown): boolean =>
  /^(ENOSPC|EDQUOT|EIO|EROFS|53100|SQLITE_(FULL|IOERR|CANTOPEN|READONLY))/.test(codeOf(error))

/** No encrypted connection to PostgreSQL: it offers none, or its certificate is not valid. */
export const isOfTls = (error: unknown): boolean =>
  /^(ERR_(SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH|EPROTO)/.test(codeOf(error)) ||
  hasMessage(error, /\bSSL connection/)

/** Whether PostgreSQL refused one query and the connection can still be used. */
export function isAnswered(error: unknown): boolean {
  const code = codeOf(error)
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR' && code !== readOnly && !code.startsWith('08')
}

/** Another program holds the SQLite file's lock. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')
/** The same, also of another connection of this process. */
export const isLocked = (error: unknown): boolean => isBusy(error) || codeOf(error).startsWith('SQLITE_LOCKED')
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === lockTimeout
export const isStaleName = (error: unknown): boolean => staleName.includes(codeOf(error))
/** Another transaction has stored the value first. SQLite has a single writer, so a check before the write is enough there. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'
export const isVictim = (error: unknown): boolean => victim.includes(codeOf(error))

const hasMessage = (error: unknown, message: RegExp): boolean => error instanceof Error && message.test(error.message)
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
