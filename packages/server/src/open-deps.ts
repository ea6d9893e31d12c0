import { accessSync, constants } from 'node:fs'
import { join, resolve } from 'node:path'
import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'
import { Kept } from './db/kept.ts'
import { openPostgres, openSqlite } from './db/open.ts'
import type { Deps } from './deps.ts'
import { openFiles } from './files/open.ts'
import { makeFolder } from './make-folder.ts'
import { deriveSecrets, loadAppSecret } from './secrets.ts'

export interface OpenDeps {
  readonly deps: Deps
  /** Of SQLite; opened with the first query. */
  readonly databaseFile: string | null
  /** Tells the address once it is known; until then links are made with PUBLIC_URL or the configured port. */
  readonly listensAt: (url: string) => void
  readonly close: () => Promise<void>
}

/**
 * Opens everything that a configuration names: the data folder, the secret, the database, the media.
 * @param options.durable false spares a SQLite file that is thrown away the waiting for the disk
 */
export async function openDeps(config: Config, { durable = true } = {}): Promise<OpenDeps> {
  makeFolder(resolve(config.DATA_DIR))
  accessSync(config.DATA_DIR, constants.W_OK)
  const log = await createLog(config)
  const secrets = deriveSecrets(loadAppSecret(config.DATA_DIR, config.APP_SECRET))
  const databaseFile = config.DATABASE_URL === undefined ? join(config.DATA_DIR, 'keydesk.db') : null
  const db =
    databaseFile !== null
      ? openSqlite(databaseFile, { durable })
      : await openPostgres({
          url: config.DATABASE_URL ?? '',
          onLostConnection: (error) => log.warn({ reason: error.message }, 'database connection lost'),
        })
  const files = await openFiles({ mediaUrl: config.MEDIA_URL, dataDir: config.DATA_DIR, env: process.env })

  let address = `http://${config.HOST}:${config.PORT}`
  const deps: Deps = {
    db,
    kept: new Kept(db),
    files,
    log,
    secrets,
    now: () => new Date(),
    brandTitle: config.BRAND_TITLE,
    tokenTtlMs: config.TOKEN_TTL_HOURS * 3_600_000,
    reservationMs: config.RESERVATION_MINUTES * 60_000,
    requestsPerMinute: config.API_KEY_REQUESTS_PER_MINUTE,
    publicUrl: () => config.PUBLIC_URL ?? address,
  }
  return {
    deps,
    databaseFile,
    listensAt: (url) => {
      address = url
    },
    close: () => db.destroy(),
  }
}

/** JSON lines for machines; for a person at a terminal, lines to read. */
async function createLog({ LOG_LEVEL }: Config): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level: LOG_LEVEL })
  const { default: pretty } = await import('pino-pretty')
  return pino({ level: LOG_LEVEL }, pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true }))
}
