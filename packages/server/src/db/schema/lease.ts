import type { Moment } from './columns.ts'

/**
 * Three kinds of rows. A lease, which one server has: work such as `discord`. A shared hold (modules/lease/holds.repo.ts), of which a thing
 * may have several: its name and its holder, as `unused-files/3f…`. A probe of `/ready` (db/writable.ts), deleted in the transaction that inserts
 * it: `ready` and a UUID.
 */
export interface LeaseTable {
  /** What the lease is for, or as above. */
  id: string
  /** Random, new with each run of a server, or for each hold. '' for a probe. */
  holder: string
  /** The machine and process of a lease's holder, so that a process on the same machine can detect its death. '' for the others. */
  place: string
  expires_at: Moment
}
