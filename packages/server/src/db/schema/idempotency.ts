import type { Generated } from 'kysely'
import type { Json, Moment } from './columns.ts'

/** The answer to a store call with an Idempotency-Key, stored for its repeats. */
export interface IdempotentAnswerTable {
  /** In the order of time, which is how old answers are found. */
  id: Generated<number>
  api_key_id: number
  key: string
  request_hash: string
  status: number
  /** The answer; for one about an order, the id of the order and what may be different in it later. */
  body: Json
  created_at: Moment
}
