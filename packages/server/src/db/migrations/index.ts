import type { Migration } from 'kysely/migration'
import * as people from './0001-people.ts'
import * as catalogue from './0002-catalogue.ts'

/** In the order they run. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-people': people,
  '0002-catalogue': catalogue,
}
