import type { Moment } from './columns.ts'

/** One row, once a backup was made. */
export interface LastBackupTable {
  id: 1
  finished_at: Moment
}
