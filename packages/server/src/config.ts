import { isIP } from 'node:net'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'

const origin = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))

/** An address such as `10.0.0.1` or `::1`, or a range such as `10.0.0.0/8`. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128)
}

const environment = z.object({
  HOST: z.string().min(1, 'an address to listen on').default('127.0.0.1'),
  PORT: z.coerce
    .number('a port from 0 to 65535')
    .int('a port from 0 to 65535')
    .min(0, 'a port from 0 to 65535')
    .max(65_535, 'a port from 0 to 65535')
    .default(4000),
  DATA_DIR: z.string().min(1, 'a folder').default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'an address that starts with postgres://')
    .optional(),
  MEDIA_URL: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]+(\/.*)?$/, 'an address like s3://bucket/prefix')
    .optional(),
  APP_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  ADMIN_USERNAME: z.string().trim().min(1, 'a name').max(100, 'at most 100 characters').default('admin'),
  ADMIN_EMAIL: z.email('an email address').default('admin@example.com'),
  ADMIN_PASSWORD: z.string().min(10, 'at least 10 characters').max(200, 'at most 200 characters').optional(),
  TOKEN_TTL_HOURS: z.coerce.number('a number of hours').positive('a number of hours').max(8_760, 'at most a year of hours').default(12),
  RESERVATION_MINUTES: z.coerce
    .number('a number of minutes')
    .positive('a number of minutes')
    .max(10_080, 'at most a week of minutes')
    .default(30),
  BRAND_TITLE: z.string().trim().min(1, 'a short title').max(40, 'at most 40 characters').default('Keydesk'),
  CORS_ORIGINS: list.pipe(z.array(origin)),
  /** Reverse proxies that are believed about whom they forward for. */
  TRUSTED_PROXIES: list.pipe(z.array(z.string().refine(isAddressRange))),
  /** REST base of the chat service, with its version in it; the service's own when not set. */
  DISCORD_API_BASE: origin.optional(),
  PUBLIC_URL: origin.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'one of fatal, error, warn, info, debug, trace, silent')
    .default('info'),
})

export type Config = z.output<typeof environment>

/** Reads and checks the environment, once. An empty variable counts as not set. */
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
    throw new ConfigError('APP_SECRET must be set, to the same value on every node, when DATABASE_URL is')
  }
  return config
}

const wordsOf: Record<string, string> = {
  DISCORD_API_BASE: 'an address that starts with http:// or https://',
  PUBLIC_URL: 'an address that starts with http:// or https://',
  TRUSTED_PROXIES: 'a list of addresses or ranges such as 127.0.0.1, 10.0.0.0/8',
  CORS_ORIGINS: 'a list of origins such as https://shop.example, separated by commas',
}
