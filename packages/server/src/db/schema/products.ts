import type { Generated } from 'kysely'
import type { Bit, Json, Moment } from './columns.ts'

export interface ProductTable {
  id: Generated<number>
  name: string
  description: string
  full_description: string
  category: string
  featured: Bit
  unlisted: Bit
  /** The store shows it but does not sell it. */
  sales_paused: Generated<Bit>
  game_name: string
  cheat_type: string
  has_day_keys: Bit
  spoofer_type: string
  anti_cheats_supported: Json
  anti_cheat: string
  firmware_type: string
  hardware_type: string
  update_status: string
  detection_status: string
  requirements: string
  supported_on: string
  instructions: string
  faq: Json
  updates: Json
  version: number
  created_at: Moment
  updated_at: Moment
  /** The shop import that made it. */
  shop_import_id: number | null
  /** Set while it is deleted: hidden in the back office, readable with its orders. */
  deleted_at: Moment | null
}
