import type { Provider } from '@keydesk/contract'
import type { Logger } from 'pino'
import type { Disk } from './db/disk.ts'
import type { ChannelName } from './db/schema/outbox.ts'
import type { Db } from './db/schema.ts'
import type { FailureLog } from './failure-log.ts'
import type { Files } from './files/files.ts'
import type { Passwords } from './passwords.ts'

/** Everything that the services need from the outside world. Built once in open-deps.ts, replaced in tests. */
export interface Deps {
  readonly db: Db
  /** Connections to PostgreSQL in use, and how many queries and transactions wait for one. Both 0 on SQLite. */
  readonly connections: () => { readonly inUse: number; readonly waiting: number }
  readonly files: Files
  readonly disk: Disk
  readonly now: () => Date
  readonly log: Logger
  readonly failures: FailureLog
  /** Keys derived from APP_SECRET, one per purpose. */
  readonly secrets: Secrets
  readonly passwords: Passwords
  /** The name of the installation, in the sidebar and in authenticator apps. */
  readonly brandTitle: string
  /** Lifetime of a session in milliseconds. */
  readonly tokenTtlMs: number
  /** How long a pending order reserves its keys, in milliseconds. */
  readonly reservationMs: number
  /** Per API key, for this process. */
  readonly requestsPerMinute: number
  readonly webhooks: WebhookSettings
  /** Null without a mail server: nothing is mailed. */
  readonly mail: MailServer | null
  /** Which pages customers have. `lost` mails the links of orders, so it is off without `orders`. */
  readonly customerPages: { readonly orders: boolean; readonly lost: boolean }
  /** Those that are configured. */
  readonly signInProviders: Readonly<Partial<Record<Provider, ProviderSettings>>>
  /** Messages that this process has given up, by channel. Only ever increases. */
  readonly givenUp: Record<ChannelName, number>
  /** How often each housekeeping step failed in this process. Only ever increases. */
  readonly housekeepingFailures: Record<string, number>
  /** Aborted when the server begins to close: a call that waits for the bot or a test message answers then. */
  readonly stopping: AbortController
  /** The address of this server for absolute links, without a slash at the end. Known once it listens. */
  readonly publicUrl: () => string
}

export interface Secrets {
  readonly tokenSigning: Uint8Array
  readonly encryption: Uint8Array
  readonly orderPages: Uint8Array
}

export interface MailServer {
  /** `smtp://` or `smtps://`, with the password: never log it. */
  readonly url: string
  readonly from: MailSender
  /** Milliseconds: to connect and be greeted, without a sign of the server, and for a whole attempt. */
  readonly patience: { readonly connectMs: number; readonly silenceMs: number; readonly attemptMs: number }
  /** Attempts of this process by outcome, and those that repeat one whose outcome is unknown. Only ever increases. */
  readonly outcomes: Record<'success' | 'failure' | 'given_up' | 'repeated', number>
}

export interface MailSender {
  /** '' for none. */
  readonly name: string
  readonly address: string
}

/** An OpenID provider that members may sign in with. */
export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  /** Never log it. */
  readonly clientSecret: string
  /** Milliseconds that each request to it may take. */
  readonly patienceMs: number
}

export interface WebhookSettings {
  /** Whether they may go to addresses inside the network, and by plain http. */
  readonly allowPrivate: boolean
  /** The IP addresses of a name. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>
  /** Attempts of this process by outcome. Only ever increases. */
  readonly outcomes: Record<'success' | 'failure' | 'given_up', number>
}
