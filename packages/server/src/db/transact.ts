import type { Db } from './schema.ts'

const deadlock = '40P01'
const serialization = '40001'

/**
 * Runs one unit of work in a transaction. PostgreSQL may pick it as the victim of a deadlock; nothing has happened
 * then, so it is tried again.
 */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= 5 || ![deadlock, serialization].includes(codeOf(error))) throw error
    }
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
