import type { Moment } from './columns.ts'

export interface LeaseTable {
  /** What the lease is for. */
  id: string
  /** Random, new with each run of a server. */
  holder: string
  /** The machine and process of the holder, so that a process on the same machine can detect its death. */
  place: string
  expires_at: Moment
}
