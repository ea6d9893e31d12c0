import type { Migration } from 'kysely/migration'
import { up as initial } from './0001-initial.ts'

/** In the order they run. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-initial': { up: initial },
}
