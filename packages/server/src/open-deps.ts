import { accessSync, constants, existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pino, { type Logger } from 'pino'
import { ConfigError } from './config-error.ts'
import { readProviders, type Config } from './config.ts'
import { startDatabaseClock, type DatabaseClock } from './db/database-clock.ts'
import { isLost, isUnused, makeDatabaseFile, lostDatabase } from './db/database-file.ts'
import { openDisk, soundDisk, type WatchedDisk } from './db/disk.ts'
import { isUpToDate, migrate } from './db/migrate.ts'
import { openPostgres, openSqlite, poolFigures } from './db/open.ts'
import { patientLimits, usualLimits } from './db/postgres-limits.ts'
import type { Db } from './db/schema.ts'
import type { Deps, MailSender, MailServer } from './deps.ts'
import { FailureLog } from './failure-log.ts'
import { openFiles } from './files/open.ts'
import { createPasswords } from './passwords.ts'
import { lookUpName } from './look-up-name.ts'
import { makeDataFolder } from './private-files.ts'
import { wireProjections } from './projections.ts'
import { afterNewSecret, deriveSecrets, loadAppSecret } from './secrets.ts'
import { listTableNames } from './db/whole-database.ts'
import { withTimeLimit } from './time-limit.ts'

/** A start is ready or has failed within 15 seconds, if there is nothing to migrate. This is for each of its parts that use PostgreSQL. */
export const startReadsMs = 4_000

export interface OpenDeps {
  readonly deps: Deps
  /** The SQLite file; opened with the first query. */
  readonly databaseFile: string | null
  /** The disk of that file. */
  readonly disk: WatchedDisk | null
  /** Sets the address once it is known. Until then links use PUBLIC_URL or the configured port. */
  readonly listensAt: (url: string) => void
  readonly close: () => Promise<void>
}

/**
 * Opens everything in a configuration: the data folder, the secret, the database, the media.
 * @param options.durable false for throw-away data: SQLite does not wait for the disk
 * @param options.isPatient no time limits on PostgreSQL, for work on whole tables
 * @param options.isNewShop the SQLite database may be missing although a shop has used the folder
 * @param options.isRestore so it may be, too, and it is made when it is first used: a restore of a damaged backup leaves an empty folder empty
 * @param options.needsShop makes nothing in a folder without a shop
 * @throws ConfigError for that, for a lost database, and for a secret that is too short
 */
export async function openDeps(
  config: Config,
  { durable = true, isPatient = false, isNewShop = false, isRestore = false, needsShop = false } = {},
): Promise<OpenDeps> {
  const databaseFile = config.DATABASE_URL === undefined ? join(config.DATA_DIR, 'keydesk.db') : null
  if (needsShop && databaseFile !== null && isUnused(databaseFile)) throw new ConfigError(`There is no shop in ${resolve(config.DATA_DIR)}`)
  makeDataFolder(resolve(config.DATA_DIR))
  accessSync(config.DATA_DIR, constants.W_OK)
  const log = await createLog(config)
  const failures = new FailureLog(log)
  const lostFile = databaseFile !== null && isLost(databaseFile) ? databaseFile : null
  if (databaseFile !== null && lostFile === null && !isRestore) makeDatabaseFile(databaseFile)
  const secretFile = join(config.DATA_DIR, 'secret')
  const hadSecret = existsSync(secretFile)
  const secrets = deriveSecrets(await loadAppSecret(config.DATA_DIR, config.APP_SECRET))
  if (lostFile !== null && !isNewShop && !isRestore) throw lostDatabase(lostFile)
  const disk = databaseFile === null ? null : openDisk(databaseFile, log)
  const db =
    databaseFile !== null
      ? openSqlite(databaseFile, { durable, onFailure: disk?.onFailure })
      : await openPostgres({
          url: config.DATABASE_URL ?? '',
          limits: isPatient ? patientLimits : usualLimits,
          onLostConnection: (error) => failures.outage('database', error, 'database connection lost'),
        })
  // A first start that was cut off has no tables yet.
  if (databaseFile !== null && !isRestore && config.APP_SECRET === undefined && !hadSecret && (await listTableNames(db)).length > 0)
    log.warn(
      `A shop is in ${databaseFile}, but its secret was missing, and a new one was made. Put back a copy of ${secretFile}. If there is none, ${afterNewSecret}`,
    )
  const clock = databaseFile === null ? await startClock(db) : { now: () => new Date(), stop: () => undefined }
  const files = await openFiles({ mediaUrl: config.MEDIA_URL, dataDir: config.DATA_DIR, env: process.env })

  let address = `http://${config.HOST}:${config.PORT}`
  const mail = config.SMTP_URL === undefined || config.MAIL_FROM === undefined ? null : toMailServer(config.SMTP_URL, config.MAIL_FROM)
  wireProjections(mail)
  const deps: Deps = {
    db,
    connections: () => poolFigures(db),
    files,
    disk: disk ?? soundDisk,
    log,
    failures,
    secrets,
    passwords: createPasswords(),
    now: clock.now,
    brandTitle: config.BRAND_TITLE,
    tokenTtlMs: config.TOKEN_TTL_HOURS * 3_600_000,
    reservationMs: config.RESERVATION_MINUTES * 60_000,
    requestsPerMinute: config.API_KEY_REQUESTS_PER_MINUTE,
    webhooks: {
      allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE === '1',
      resolve: lookUpName,
      outcomes: { success: 0, failure: 0, given_up: 0 },
    },
    mail,
    customerPages: { orders: config.ORDER_PAGES === '1', lost: config.ORDER_PAGES === '1' && config.LOST_ORDERS === '1' },
    signInProviders: readProviders(config),
    givenUp: { discord: 0, webhook: 0, mail: 0 },
    housekeepingFailures: {},
    stopping: new AbortController(),
    publicUrl: () => config.PUBLIC_URL ?? address,
  }
  return {
    deps,
    databaseFile,
    disk,
    listensAt: (url) => {
      address = url
    },
    close: async () => {
      clock.stop()
      await db.destroy()
      // A secret without a database would be taken for a lost shop.
      if (isRestore && !hadSecret && databaseFile !== null && isLost(databaseFile)) rmSync(secretFile, { force: true })
    },
  }
}

const toMailServer = (url: string, from: MailSender): MailServer => ({
  ...{ url, from },
  patience: { connectMs: 10_000, silenceMs: 30_000, attemptMs: 60_000 },
  outcomes: { success: 0, failure: 0, given_up: 0, repeated: 0 },
})

/** Every server uses the database's clock. If the database does not answer, it is closed again. */
async function startClock(db: Db): Promise<DatabaseClock> {
  try {
    return await startDatabaseClock(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Migrates the database of a configuration. Waits go into the log, one line each. */
export async function migrateDeps(config: Config, { db, log }: Deps): Promise<void> {
  const options = { allowNewer: config.ALLOW_NEWER_DATABASE, say: (line: string) => log.warn(line) }
  const report = (applied: readonly string[]): void => {
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated')
  }
  if (config.DATABASE_URL === undefined) return report(await migrate(db, options))
  // Usually there is nothing to do, and that must be known soon.
  if (await withTimeLimit(startReadsMs, () => isUpToDate(db, options))) return
  // A migration may rewrite a large table.
  const patient = await openPostgres({ url: config.DATABASE_URL, limits: patientLimits })
  try {
    report(await migrate(patient, options))
  } finally {
    await patient.destroy()
  }
}

/** JSON lines; readable lines at a terminal. */
async function createLog({ LOG_LEVEL }: Config): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level: LOG_LEVEL })
  const { default: pretty } = await import('pino-pretty')
  return pino({ level: LOG_LEVEL }, pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true }))
}
