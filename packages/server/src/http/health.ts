import type { FastifyInstance } from 'fastify'
import { isPostgres } from '../db/engine.ts'
import { isMigrated } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { AppError } from '../errors.ts'

/** `/health` says that the process answers, `/ready` that it can do its work: the database is there and migrated. */
export function health(app: FastifyInstance, { db, version }: { db: Db; version: string }): void {
  const database = isPostgres(db) ? 'postgres' : 'sqlite'
  app.get('/health', async () => ({ status: 'ok', version, database }))
  app.get('/ready', async () => {
    if (!(await isMigrated(db)))
      throw new AppError('unavailable', 'The database is not migrated yet', { code: 'not_migrated', retryAfter: 1 })
    return { status: 'ready' }
  })
}
