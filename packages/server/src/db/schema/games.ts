import type { Generated } from 'kysely'

export interface GameTable {
  id: Generated<number>
  name: string
  name_key: string
}
