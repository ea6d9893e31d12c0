import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { system } from './actor.ts'
import { createApp } from './app.ts'
import { transact } from './db/transact.ts'
import type { Deps } from './deps.ts'
import type { Patience } from './http/client-error.ts'
import { startSession } from './modules/auth/sessions.service.ts'
import type { Bot } from '@keydesk/contract/bot-port'
import { startBotRunner } from './modules/discord/bot-runner.service.ts'
import { startWebhookSender } from './modules/webhooks/sender.service.ts'
import { createAdministrator } from './modules/users/users.service.ts'
import { createPasswords } from './passwords.ts'
import { wireProjections } from './projections.ts'
import { deriveSecrets } from './secrets.ts'
import { freshDatabase } from './testing/fresh-database.ts'
import { openTestMedia } from './testing/media.ts'
import { checkAgainstDocument } from './testing/openapi-check.ts'

export { readBackupFile, writeBackupFile, type Entry } from './modules/backup/backup-file.ts'
export { manifestName, type Manifest } from './modules/backup/manifest.ts'
export { passingTables, storedTables } from './modules/backup/stored-tables.repo.ts'
export { connectToPostgres, freshPostgresUrl } from './testing/fresh-database.ts'
export { recountDryRun } from './testing/dry-runs.ts'
export { freePort } from './testing/free-port.ts'
export { asNextVersion, upgrade } from './testing/next-version.ts'
export { makeImage } from './testing/images.ts'
export { startProcesses } from './testing/processes.ts'
export { seeded, type Random } from './testing/random.ts'
export { default as startPostgres } from './testing/start-postgres.ts'
export { RecordingBot } from './testing/recording-bot.ts'

export const testNow = new Date('2030-01-01T00:00:00.000Z')
export const testAdmin = { username: 'admin', email: 'admin@example.com', password: 'correct horse battery' }

/** The least that argon2 takes. */
const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })

export interface TestOptions {
  /** Leaves the database empty. */
  readonly migrated?: boolean
  /** The database is one that no other test has used: PostgreSQL plans its queries by the size of the files that these leave behind. */
  readonly unused?: boolean
  readonly corsOrigins?: readonly string[]
  readonly trustedProxies?: readonly string[]
  readonly metricsToken?: string
  /** How long a client may take; see http/client-error.ts. */
  readonly patience?: Partial<Patience>
  /** Of one API key; as many as a test likes where it is left out. */
  readonly requestsPerMinute?: number
  /** With it this server runs the bot, as a server process does. */
  readonly bot?: Bot
  /** With it this server sends webhooks, as a server process does. */
  readonly webhooks?: {
    /** Receivers may be on this machine. */
    readonly allowPrivate?: boolean
    readonly resolve?: (hostname: string) => Promise<readonly string[]>
  }
}

/**
 * A whole server on a fresh database of its own: SQLite, or PostgreSQL where KEYDESK_TEST_DB says so.
 * Each call is held against the OpenAPI document. It stands at `testNow` until `clock.at` is moved, and has `testAdmin`, signed in with
 * `token`.
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
}: TestOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-test-'))
  const media = await openTestMedia(folder)
  wireProjections()
  const clock = { at: testNow }
  const logged: string[] = []
  const fixed = {
    now: () => clock.at,
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    secrets: deriveSecrets('a secret of the tests, thirty-two characters'),
    passwords,
    brandTitle: 'Keydesk',
    tokenTtlMs: 12 * 3_600_000,
    reservationMs: 30 * 60_000,
    requestsPerMinute,
    webhooks: {
      allowPrivate: webhooks?.allowPrivate ?? false,
      // No test asks the name servers of the machine.
      resolve: webhooks?.resolve ?? (async () => ['93.184.215.14']),
      outcomes: { success: 0, failure: 0, given_up: 0 },
    },
    sweepFailures: {},
    publicUrl: () => 'http://keydesk.test',
    files: media.files,
  }
  const { db, end } = await freshDatabase(folder, {
    ...{ migrated, unused },
    seed: (empty) => createAdministrator({ ...fixed, db: empty }, system, testAdmin),
  })
  const deps: Deps = { ...fixed, db }
  const app = await createApp(deps, { web: null, corsOrigins, trustedProxies, metricsToken, patience })
  checkAgainstDocument(app)
  const runner = bot && startBotRunner(deps, async () => bot, { lookMs: 20 })
  const sender = webhooks && startWebhookSender(deps, { lookMs: 10 })
  app.addHook('onClose', async () => {
    await runner?.stop()
    await sender?.stop()
    await end()
    await rm(folder, { recursive: true, force: true })
  })
  openApps.add(app)
  const token = migrated ? await transact(db, (tx) => startSession(tx, deps, { id: 1, role: 'owner' })) : ''

  return {
    app,
    deps,
    clock,
    /** Holds the database file and whatever else is stored, where nothing else is named for it. */
    folder,
    media,
    /** Every log line so far, to prove what never appears in one. */
    logged,
    token,
    /** A call as the administrator; `token: null` makes it as nobody. */
    async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, options: { token?: string | null } = {}) {
      const authorization = options.token === undefined ? token : options.token
      const headers = authorization === null ? {} : { authorization }
      const answer = await app.inject({ method, url, headers, payload: body as object | undefined })
      return { status: answer.statusCode, headers: answer.headers, body: (answer.body === '' ? undefined : answer.json()) as never }
    },
    /** Ends the runner of the bot, as the end of a server does. */
    stopBot: async () => runner?.stop(),
    /** Ends the sender of webhooks likewise. */
    stopSender: async () => sender?.stop(),
    close: () => app.close(),
  }
}

const openApps = new Set<{ close: () => PromiseLike<unknown> }>()

/** Ends every server that the test opened; the test set-up calls it after each. */
export async function closeTestApps(): Promise<void> {
  const apps = [...openApps]
  openApps.clear()
  await Promise.all(apps.map((app) => app.close()))
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
