import type { FastifyInstance } from 'fastify'
import { isPostgres } from '../db/engine.ts'
import { isMigrated } from '../db/migrate.ts'
import type { Disk } from '../db/disk.ts'
import type { Db } from '../db/schema.ts'
import { withTimeLimit } from '../time-limit.ts'
import { proveWritable } from '../db/writable.ts'
import { AppError } from '../errors.ts'

/** A load balancer checks often, and times out soon. */
const readyMs = 3_000
/** Anybody may call it, and the check writes to the disk, so its result is reused for this long. */
const provedMs = 1_000

interface Options {
  readonly db: Db
  readonly disk: Disk
  readonly version: string
  /** Whether the server is shutting down: a load balancer should stop sending requests. */
  readonly isDraining: () => boolean
}

/**
 * `/health` reports that the process answers, `/ready` that it can do its work: the database is available, migrated, and accepts writes, and its
 * disk is neither damaged nor full.
 */
export function health(app: FastifyInstance, { db, disk, version, isDraining }: Options): void {
  const database = isPostgres(db) ? 'postgres' : 'sqlite'
  app.get('/health', async () => ({ status: 'ok', version, database }))

  let proof: Promise<void> | null = null
  let provedAt = -Infinity
  const prove = (): Promise<void> => {
    if (performance.now() - provedAt < provedMs) return Promise.resolve()
    proof ??= checkReady(db)
      .then(() => void (provedAt = performance.now()))
      .finally(() => (proof = null))
    return proof
  }
  app.get('/ready', async () => {
    if (isDraining()) throw new AppError('unavailable', 'This server is about to stop', { code: 'draining', retryAfter: 1 })
    const damage = disk.damage()
    if (damage !== null) throw new AppError('unavailable', `The database file is damaged: ${damage}`, { retryAfter: 60 })
    if (disk.isFull()) throw new AppError('unavailable', 'The disk is full', { retryAfter: 5 })
    await prove()
    return { status: 'ready' }
  })
}

const checkReady = (db: Db): Promise<void> =>
  withTimeLimit(readyMs, async () => {
    if (!(await isMigrated(db)))
      throw new AppError('unavailable', 'The database is not migrated yet', { code: 'not_migrated', retryAfter: 1 })
    await proveWritable(db)
  })
