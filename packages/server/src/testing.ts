import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { system } from './actor.ts'
import { createApp } from './app.ts'
import { soundDisk } from './db/disk.ts'
import { poolFigures } from './db/open.ts'
import type { Db } from './db/schema.ts'
import { transact } from './db/transact.ts'
import type { Deps, MailSender, MailServer } from './deps.ts'
import { FailureLog } from './failure-log.ts'
import type { Patience } from './http/client-error.ts'
import { startSession } from './modules/auth/sessions.service.ts'
import type { Bot } from '@keydesk/contract/bot-port'
import { startBotRunner } from './modules/discord/bot-runner.service.ts'
import { startMailSender } from './modules/mails/mail-channel.service.ts'
import { startWebhookSender } from './modules/webhooks/webhook-channel.service.ts'
import { createAdministrator } from './modules/users/users.service.ts'
import { createPasswords } from './passwords.ts'
import { wireProjections } from './projections.ts'
import { deriveSecrets } from './secrets.ts'
import { freshDatabase } from './testing/databases/fresh-database.ts'
import { openTestMedia } from './testing/media.ts'
import { checkAgainstDocument } from './testing/openapi-check.ts'

export { readBackupFile, writeBackupFile, type Entry } from './modules/backup/backup-file.ts'
export { manifestName, type Manifest } from './modules/backup/manifest.ts'
export { passingTables, storedTables } from './modules/backup/stored-tables.repo.ts'
export { recordRestore } from './modules/restore-holds/restore-holds.service.ts'
export { connectToPostgres, emptyPostgresUrl, freshPostgresUrl } from './testing/databases/fresh-database.ts'
export { recountDryRun } from './testing/shop/dry-runs.ts'
export { writeGarbage } from './testing/databases/garbage.ts'
export { freePort } from './testing/processes/free-port.ts'
export { asNextVersion, upgrade } from './testing/processes/next-version.ts'
export { openLogReader } from './testing/databases/log-reader.ts'
export { makeImage } from './testing/images.ts'
export { findPostgres, runnableBy, unprivileged } from './testing/databases/postgres-binaries.ts'
export { startProcesses } from './testing/processes/processes.ts'
export { seeded, type Random } from './testing/random.ts'
export { default as startPostgres } from './testing/databases/start-postgres.ts'
export { RecordingBot } from './testing/recording-bot.ts'

export const testNow = new Date('2030-01-01T00:00:00.000Z')
export const testAdmin = { username: 'admin', email: 'admin@example.com', password: 'correct horse battery' }

/** The lowest cost that argon2 accepts. */
const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })

export interface TestOptions {
  /** If false, the database stays empty. */
  readonly migrated?: boolean
  /** Uses a database that no other test has used: PostgreSQL plans queries by the size of the table files, which other tests change. */
  readonly unused?: boolean
  readonly corsOrigins?: readonly string[]
  readonly trustedProxies?: readonly string[]
  readonly metricsToken?: string
  /** How long a client may take; see http/client-error.ts. */
  readonly patience?: Partial<Patience>
  /** The limit of one API key; none if left out. */
  readonly requestsPerMinute?: number
  /** If set, this server runs the bot, as a server process does. */
  readonly bot?: Bot
  /** If set, this server mails, as a server process with SMTP_URL does. */
  readonly mail?: {
    readonly url: string
    readonly from?: MailSender
    readonly patience?: Partial<MailServer['patience']>
    /** False if no mail leaves: another test sends. */
    readonly sends?: boolean
  }
  readonly signInProviders?: Deps['signInProviders']
  /** If set, this server sends webhooks, as a server process does. */
  readonly webhooks?: {
    /** Whether receivers may be on this machine. */
    readonly allowPrivate?: boolean
    readonly resolve?: (hostname: string) => Promise<readonly string[]>
  }
}

/**
 * A whole server on its own new database: SQLite, or PostgreSQL if KEYDESK_TEST_DB says so. Each call is checked against the OpenAPI
 * document. Its clock shows `testNow` until `clock.at` is changed. Its administrator is `testAdmin`, signed in with `token`.
 */
export async function createTestApp({
  migrated = true,
  unused = false,
  corsOrigins = [],
  trustedProxies = [],
  metricsToken,
  patience,
  requestsPerMinute = Infinity,
  bot,
  webhooks,
  mail: mailing,
  signInProviders = {},
}: TestOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-test-'))
  const media = await openTestMedia(folder)
  const mail: MailServer | null = mailing
    ? {
        ...{ url: mailing.url, from: mailing.from ?? { name: 'Test Shop', address: 'shop@shop.test' } },
        patience: { connectMs: 10_000, silenceMs: 10_000, attemptMs: 20_000, ...mailing.patience },
        outcomes: { success: 0, failure: 0, given_up: 0, repeated: 0 },
      }
    : null
  wireProjections(mail)
  const clock = { at: testNow }
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const fixed = {
    now: () => clock.at,
    log,
    failures: new FailureLog(log),
    secrets: deriveSecrets('a secret of the tests, thirty-two characters'),
    passwords,
    brandTitle: 'Keydesk',
    tokenTtlMs: 12 * 3_600_000,
    reservationMs: 30 * 60_000,
    requestsPerMinute,
    webhooks: {
      allowPrivate: webhooks?.allowPrivate ?? false,
      // No test uses the name servers of the machine.
      resolve: webhooks?.resolve ?? (async () => ['93.184.215.14']),
      outcomes: { success: 0, failure: 0, given_up: 0 },
    },
    mail,
    customerPages: { orders: true, lost: true },
    signInProviders,
    givenUp: { discord: 0, webhook: 0, mail: 0 },
    housekeepingFailures: {},
    stopping: new AbortController(),
    publicUrl: () => 'http://keydesk.test',
    files: media.files,
    disk: soundDisk,
  }
  const depsOf = (used: Db): Deps => ({ ...fixed, db: used, connections: () => poolFigures(used) })
  const { db, end: endDatabase } = await freshDatabase(folder, {
    ...{ migrated, unused },
    seed: (empty) => createAdministrator(depsOf(empty), system, testAdmin),
  })
  const deps = depsOf(db)
  const openBot = bot && (async () => bot)
  const app = await createApp(deps, { web: null, corsOrigins, trustedProxies, metricsToken, patience, openBot })
  checkAgainstDocument(app)
  const runner = openBot && startBotRunner(deps, openBot, { checkMs: 20 })
  const senders = [
    ...(webhooks ? [startWebhookSender(deps, { checkMs: 10 })] : []),
    ...(mailing?.sends === false ? [] : [startMailSender(deps, { checkMs: 10 })]),
  ]
  const stopSenders = async () => void (await Promise.all(senders.map((sender) => sender.stop())))
  const ends: (() => Promise<void>)[] = []
  app.addHook('onClose', async () => {
    await runner?.stop()
    await stopSenders()
    await endDatabase()
    for (const each of ends) await each()
    await rm(folder, { recursive: true, force: true })
  })
  openApps.add(app)
  const token = migrated ? await transact(db, (tx) => startSession(tx, deps, { id: 1, role: 'owner' })) : ''

  return {
    app,
    deps,
    clock,
    /** Contains the database file and all other stored files, unless a test configures another place. */
    folder,
    media,
    /** Every log line so far, to prove what is never logged. */
    logged,
    token,
    /** Makes a call as the administrator; with `token: null`, without a session. */
    async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, options: { token?: string | null } = {}) {
      const authorization = options.token === undefined ? token : options.token
      const headers = authorization === null ? {} : { authorization }
      const answer = await app.inject({ method, url, headers, payload: body as object | undefined })
      return { status: answer.statusCode, headers: answer.headers, body: (answer.body === '' ? undefined : answer.json()) as never }
    },
    /** Stops the runner of the bot, as when the server stops. */
    stopBot: async () => runner?.stop(),
    /** Stops the senders of webhooks and mails, as when the server stops. */
    stopSender: stopSenders,
    /** Runs when the server is closed. */
    onClose: (end: () => Promise<void>) => void ends.push(end),
    close: () => app.close(),
  }
}

const openApps = new Set<{ close: () => PromiseLike<unknown> }>()

/** Closes every server that the test opened. The test set-up calls it after each test. */
export async function closeTestApps(): Promise<void> {
  const apps = [...openApps]
  openApps.clear()
  await Promise.all(apps.map((app) => app.close()))
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
