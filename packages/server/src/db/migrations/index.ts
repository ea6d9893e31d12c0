import { up as initial } from './0001-initial.ts'
import type { Migration } from './migration.ts'

/** In the order of their names, which is the order they run in. */
export const migrations: Record<string, Migration> = {
  '0001-initial': { up: initial },
}
