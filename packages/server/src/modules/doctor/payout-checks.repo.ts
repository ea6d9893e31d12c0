import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { differing } from './checks.repo.ts'

interface WrongPayout {
  readonly id: number
  readonly status: string
  /** The contradiction, as the end of a sentence. */
  readonly wrong: string
}

/** Payouts whose other fields contradict their status. */
export const listWrongPayouts = (db: Db) =>
  differing(
    db,
    sql<WrongPayout>`
      select * from (
        select id, status, case
          when status = 'completed' and transaction_id is null then 'has no transaction'
          when status <> 'completed' and transaction_id is not null then 'has a transaction'
          when status <> 'failed' and reason is not null then 'has a reason for a rejection'
          when status <> 'completed' and run_id is not null then 'is part of a run'
          when status = 'pending' and decided_at is not null then 'says when it was decided'
          end as wrong
        from payout
      ) as checked
      where wrong is not null
      order by id`,
  )

/** Payout runs whose id is not that of their first payout. */
export const listStrayRuns = (db: Db) =>
  differing(
    db,
    sql<{ run_id: number; first: number }>`
      select run_id, min(id) as first from payout where run_id is not null group by run_id having min(id) <> run_id order by run_id`,
  )
