import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { providers, providerTitles, type Provider } from '@keydesk/contract'
import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import type { Deps, ProviderSettings } from './deps.ts'

const webUrl = z.url({ protocol: /^https?$/ })

/** A base that addresses are appended to. */
const base = z.pipe(
  webUrl,
  z.transform((url) => url.replace(/\/+$/, '')),
)

/** Scheme, host and port, as browsers write them: in lower case, without the usual port. Nothing may follow them. */
const origin = z.pipe(
  z
    .pipe(
      webUrl,
      z.transform((url) => new URL(url)),
    )
    .check(z.refine((url) => url.href === `${url.origin}/`)),
  z.transform((url) => url.origin),
)

const list = z.pipe(
  z._default(z.string(), ''),
  z.transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== '')),
)

/** A number above zero and at most `max`. */
const positive = (what: string, max: number, tooLarge: string) => z.coerce.number(what).check(z.positive(what), z.maximum(max, tooLarge))

/** An address such as `10.0.0.1` or `::1`, or a range such as `10.0.0.0/8`. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128)
}

/** As the driver reads it: it encodes spaces and a `%` that encodes nothing, and the address of a socket may have a user and no host. */
function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false
  const encoded = / |%(?![\da-f]{2})/i.test(text) ? encodeURI(text) : text
  try {
    const { username, password, pathname } = new URL(encoded.replace('@/', '@localhost/'))
    decodeURIComponent(username + password + pathname)
    return true
  } catch {
    return false
  }
}

/** `mail@shop.example` or `My Shop <mail@shop.example>`. */
const sender = z.pipe(
  z.string().check(z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}<>"]*(<[^<>]*>)?$/u)),
  z.pipe(
    z.transform((text: string) => {
      const [, name = '', address = text] = /^(.*)<(.*)>$/.exec(text) ?? []
      return { name: name.trim(), address: address.trim() }
    }),
    z.object({ name: z.string(), address: z.email() }),
  ),
)

/** Plain http is for a provider on this machine: tokens must not be read on the way. */
const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  if (search !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
}
const issuer = z.string().check(z.refine(isIssuer))

const portRule = 'a port from 0 to 65535'
const requestsRule = 'a whole number of requests, 1 or more'
const drainRule = 'a whole number of seconds, 0 to 300'
const environment = z.object({
  HOST: z._default(z.string().check(z.minLength(1, 'an address to listen on')), '127.0.0.1'),
  PORT: z._default(
    z.pipe(z.pipe(z.string().check(z.regex(/^\d+$/, portRule)), z.transform(Number)), z.number().check(z.maximum(65_535, portRule))),
    4000,
  ),
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'a folder')), './data'),
  DATABASE_URL: z.optional(z.string().check(z.refine(isDatabaseUrl))),
  MEDIA_URL: z.optional(z.string().check(z.regex(/^s3:\/\/[a-z0-9][a-z0-9.-]+(\/.*)?$/, 'an address like s3://bucket/prefix'))),
  APP_SECRET: z.optional(z.string().check(z.minLength(32, 'at least 32 characters'))),
  ADMIN_USERNAME: z._default(z.string().check(z.trim(), z.minLength(1, 'a name'), z.maxLength(100, 'at most 100 characters')), 'admin'),
  ADMIN_EMAIL: z._default(z.email('an email address'), 'admin@example.com'),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(10, 'at least 10 characters'), z.maxLength(200, 'at most 200 characters'))),
  TOKEN_TTL_HOURS: z._default(positive('a number of hours', 8_760, 'at most a year of hours'), 12),
  RESERVATION_MINUTES: z._default(positive('a number of minutes', 10_080, 'at most a week of minutes'), 30),
  /** Per API key and process. */
  API_KEY_REQUESTS_PER_MINUTE: z._default(z.coerce.number(requestsRule).check(z.int(requestsRule), z.minimum(1, requestsRule)), 6_000),
  BRAND_TITLE: z._default(z.string().check(z.trim(), z.minLength(1, 'a short title'), z.maxLength(40, 'at most 40 characters')), 'Keydesk'),
  CORS_ORIGINS: z.pipe(list, z.array(origin)),
  /** Reverse proxies whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z.pipe(list, z.array(z.string().check(z.refine(isAddressRange)))),
  /** REST base of the chat service, with its version in it; the service's own when not set. */
  DISCORD_API_BASE: z.optional(base),
  PUBLIC_URL: z.optional(origin),
  /** The mail server, with user and password; TLS options as nodemailer reads them in the query. */
  SMTP_URL: z.optional(z.string().check(z.refine((url) => /^smtps?:\/\/[^/]/.test(url) && URL.canParse(url)))),
  /** The sender of all mails. */
  MAIL_FROM: z.optional(sender),
  /** Whether the customer of an order has a page with its keys, and whether /lost mails the links of these pages. */
  ORDER_PAGES: z._default(z.enum(['0', '1'], '0 or 1'), '1'),
  LOST_ORDERS: z._default(z.enum(['0', '1'], '0 or 1'), '1'),
  /** Providers that members may sign in with: each needs all three. */
  OIDC_APPLE_ISSUER: z.optional(issuer),
  OIDC_APPLE_CLIENT_ID: z.optional(z.string()),
  OIDC_APPLE_CLIENT_SECRET: z.optional(z.string()),
  OIDC_GOOGLE_ISSUER: z.optional(issuer),
  OIDC_GOOGLE_CLIENT_ID: z.optional(z.string()),
  OIDC_GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  OIDC_META_ISSUER: z.optional(issuer),
  OIDC_META_CLIENT_ID: z.optional(z.string()),
  OIDC_META_CLIENT_SECRET: z.optional(z.string()),
  /** Webhooks may go to addresses inside the network, and by http. */
  WEBHOOKS_ALLOW_PRIVATE: z._default(z.enum(['0', '1'], '0 or 1'), '0'),
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/, 'a token of letters, digits and signs, without blanks'))),
  /** After a stop signal, how long the server reports it at /ready before it accepts no more connections. */
  DRAIN_SECONDS: z._default(z.coerce.number(drainRule).check(z.int(drainRule), z.minimum(0, drainRule), z.maximum(300, drainRule)), 0),
  /** 1 to start on a database that a newer version has migrated. */
  ALLOW_NEWER_DATABASE: z.pipe(
    z._default(z.enum(['0', '1'], '0 or 1'), '0'),
    z.transform((text) => text === '1'),
  ),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'one of fatal, error, warn, info, debug, trace, silent'),
    'info',
  ),
})

export type Config = z.output<typeof environment>

/** Reads and validates the environment, once. An empty variable counts as not set. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const result = environment.safeParse(given)
  if (!result.success) {
    const [issue] = result.error.issues
    const name = String(issue?.path[0])
    throw new ConfigError(`${name} must be ${wordsOf[name] ?? issue?.message}`)
  }
  const config = result.data
  if (config.DATABASE_URL !== undefined && config.APP_SECRET === undefined) {
    const file = join(config.DATA_DIR, 'secret')
    const old = existsSync(file) ? `. For the shop that had its secret in ${file}, it is the text of that file` : ''
    throw new ConfigError(`APP_SECRET must be set, to the same value on every server, when DATABASE_URL is${old}`)
  }
  if ((config.SMTP_URL === undefined) !== (config.MAIL_FROM === undefined)) {
    const [missing, other] = config.SMTP_URL === undefined ? ['SMTP_URL', 'MAIL_FROM'] : ['MAIL_FROM', 'SMTP_URL']
    throw new ConfigError(`${missing} must be set when ${other} is: mails need both`)
  }
  readProviders(config)
  return config
}

/**
 * The providers that members may sign in with.
 * @throws ConfigError for one that is only partly configured
 */
export function readProviders(config: Config): Deps['signInProviders'] {
  return Object.fromEntries(
    providers.flatMap((provider): [Provider, ProviderSettings][] => {
      const names = (['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const).map((part) => `OIDC_${upper(provider)}_${part}` as const)
      const given = names.filter((name) => config[name] !== undefined)
      if (given.length === 0) return []
      const missing = names.find((name) => config[name] === undefined)
      if (missing !== undefined)
        throw new ConfigError(`${missing} must be set when ${given[0]} is: signing in with ${providerTitles[provider]} needs all three`)
      const [issuerUrl, clientId, clientSecret] = names.map((name) => config[name]!)
      return [[provider, { issuer: issuerUrl!, clientId: clientId!, clientSecret: clientSecret!, patienceMs: 3_000 }]]
    }),
  )
}

const upper = <P extends Provider>(provider: P): Uppercase<P> => provider.toUpperCase() as Uppercase<P>

const issuerRule = 'an https address without a query, such as https://accounts.google.com; http only on this machine'

const wordsOf: Record<string, string> = {
  DATABASE_URL: 'an address that starts with postgres://, with special characters of user and password percent-encoded',
  OIDC_APPLE_ISSUER: issuerRule,
  OIDC_GOOGLE_ISSUER: issuerRule,
  OIDC_META_ISSUER: issuerRule,
  DISCORD_API_BASE: 'an address that starts with http:// or https://',
  PUBLIC_URL:
    'an address that starts with http:// or https://, without a path or query: Keydesk needs a host name of its own, such as https://desk.example.com',
  SMTP_URL: 'an address like smtp://user:password@mail.example.com:587 or smtps://user:password@mail.example.com',
  MAIL_FROM: 'an email address, or a name and an address like My Shop <mail@shop.example>',
  TRUSTED_PROXIES: 'a list of addresses or ranges such as 127.0.0.1, 10.0.0.0/8',
  CORS_ORIGINS: 'a list of origins such as https://shop.example, without a path or query, separated by commas',
}
