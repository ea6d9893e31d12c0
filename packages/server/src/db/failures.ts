/** Driver errors by their code, never by their message. */

/** The database cannot be reached or cannot take the change now; trying later may help. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    /^(08|53|57P0)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ||
    /^SQLITE_(BUSY|FULL|IOERR|LOCKED|CANTOPEN|READONLY)/.test(code) ||
    // The driver's own timeouts and dropped sockets carry no code.
    (error instanceof Error &&
      /^(timeout exceeded when trying to connect|Connection terminated|Client .* not queryable)/.test(error.message))
  )
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
