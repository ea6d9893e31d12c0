import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readConfig, readProviders } from './config.ts'

test('without any variable the defaults hold', () => {
  expect(readConfig({})).toEqual({
    HOST: '127.0.0.1',
    PORT: 4000,
    DRAIN_SECONDS: 0,
    ALLOW_NEWER_DATABASE: false,
    DATA_DIR: './data',
    ADMIN_USERNAME: 'admin',
    ADMIN_EMAIL: 'admin@example.com',
    TOKEN_TTL_HOURS: 12,
    RESERVATION_MINUTES: 30,
    API_KEY_REQUESTS_PER_MINUTE: 6_000,
    BRAND_TITLE: 'Keydesk',
    CORS_ORIGINS: [],
    TRUSTED_PROXIES: [],
    ORDER_PAGES: '1',
    LOST_ORDERS: '1',
    WEBHOOKS_ALLOW_PRIVATE: '0',
    LOG_LEVEL: 'info',
  })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', ADMIN_PASSWORD: '' })).toEqual(readConfig({}))
})

test('valid settings are used', () => {
  const config = readConfig({
    PORT: '8080',
    DATABASE_URL: 'postgres://keydesk@db/keydesk',
    APP_SECRET: 'x'.repeat(32),
    MEDIA_URL: 's3://bucket/prefix',
    CORS_ORIGINS: 'https://a.example, https://b.example/,HTTPS://Shop.Example:443 http://localhost:3000',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8',
    PUBLIC_URL: 'https://Desk.example/',
    DISCORD_API_BASE: 'http://127.0.0.1:5000/api/v10/',
    TOKEN_TTL_HOURS: '0.5',
  })
  expect(config).toMatchObject({
    PORT: 8080,
    CORS_ORIGINS: ['https://a.example', 'https://b.example', 'https://shop.example', 'http://localhost:3000'],
    TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    PUBLIC_URL: 'https://desk.example',
    DISCORD_API_BASE: 'http://127.0.0.1:5000/api/v10',
    TOKEN_TTL_HOURS: 0.5,
  })
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a port from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT must be a port from 0 to 65535'],
  [{ PORT: ' ' }, 'PORT must be a port from 0 to 65535'],
  [{ PORT: '0x10' }, 'PORT must be a port from 0 to 65535'],
  [{ PORT: '80.5' }, 'PORT must be a port from 0 to 65535'],
  [{ DATABASE_URL: 'mysql://db/keydesk' }, 'DATABASE_URL must be an address that starts with postgres://'],
  [{ MEDIA_URL: 'ftp://bucket' }, 'MEDIA_URL must be an address like s3://bucket/prefix'],
  [{ APP_SECRET: 'short' }, 'APP_SECRET must be at least 32 characters'],
  [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL must be an email address'],
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must be at least 10 characters'],
  [{ TOKEN_TTL_HOURS: '-1' }, 'TOKEN_TTL_HOURS must be a number of hours'],
  [{ PUBLIC_URL: 'desk.example' }, 'PUBLIC_URL must be an address that starts with http:// or https://'],
  [{ PUBLIC_URL: 'https://shop.example/desk' }, 'without a path or query: Keydesk needs a host name of its own'],
  [{ PUBLIC_URL: 'https://desk.example?x' }, 'without a path or query: Keydesk needs a host name of its own'],
  [{ OIDC_GOOGLE_ISSUER: 'http://accounts.google.com' }, 'OIDC_GOOGLE_ISSUER must be an https address without a query'],
  [{ OIDC_GOOGLE_ISSUER: 'http://127.0.0.1.evil.example' }, 'OIDC_GOOGLE_ISSUER must be an https address without a query'],
  [{ OIDC_APPLE_ISSUER: 'appleid.apple.com' }, 'OIDC_APPLE_ISSUER must be an https address without a query'],
  [
    { OIDC_META_CLIENT_ID: 'id', OIDC_META_ISSUER: 'https://id.example' },
    'OIDC_META_CLIENT_SECRET must be set when OIDC_META_ISSUER is: signing in with Meta needs all three',
  ],
  [
    { OIDC_APPLE_CLIENT_SECRET: 'secret' },
    'OIDC_APPLE_ISSUER must be set when OIDC_APPLE_CLIENT_SECRET is: signing in with Apple needs all three',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
])('%o is refused by its name, without its value', (variables, message) => {
  expect(() => readConfig(variables as never)).toThrow(message)
})

test.each([
  ...['everywhere', 'ftp://shop.example', 'https://someone@shop.example'],
  ...['https://shop.example/app', 'https://a.example https://shop.example/?x', 'https://shop.example/#x'],
])('%s is no list of origins', (given) => {
  const sentence = 'CORS_ORIGINS must be a list of origins such as https://shop.example, without a path or query, separated by commas'
  expect(() => readConfig({ CORS_ORIGINS: given })).toThrow(new ConfigError(sentence))
})

test.each(['proxy', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'true'])('%s is no address or range of a proxy', (given) => {
  const sentence = 'TRUSTED_PROXIES must be a list of addresses or ranges such as 127.0.0.1, 10.0.0.0/8'
  expect(() => readConfig({ TRUSTED_PROXIES: given })).toThrow(sentence)
})

test.each([
  'postgres:///keydesk?host=/run/postgresql',
  'postgres://keydesk:secret@/keydesk?host=/run/postgresql&application_name=desk',
  'postgres://keydesk:secret@%2Frun%2Fpostgresql/keydesk',
  'postgresql://keydesk:p%2Fa%23ss@db.internal:6432/keydesk?sslmode=verify-full&sslrootcert=/etc/keydesk/ca.pem',
  'postgres://keydesk:50%off@db/keydesk',
  'postgres://keydesk:a secret@db/keydesk',
])('%s is the address of a database', (url) => {
  expect(readConfig({ DATABASE_URL: url, APP_SECRET: 'x'.repeat(32) }).DATABASE_URL).toBe(url)
})

test('a database needs a secret; the refusal says where that of a shop in DATA_DIR is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const read = () => readConfig({ DATABASE_URL: 'postgres://db/keydesk', DATA_DIR: folder })
  const sentence = 'APP_SECRET must be set, to the same value on every server, when DATABASE_URL is'
  expect(read).toThrow(new ConfigError(sentence))
  const file = join(folder, 'secret')
  writeFileSync(file, 'x'.repeat(32))
  expect(read).toThrow(new ConfigError(`${sentence}. For the shop that had its secret in ${file}, it is the text of that file`))
})

test.each(['p/ss', 'p#ss', 'p?ss', 'p%fess'])('a password %s in the address of a database has to be percent-encoded', (password) => {
  const read = () => readConfig({ DATABASE_URL: `postgres://keydesk:${password}@db/keydesk`, APP_SECRET: 'x'.repeat(32) })
  const words = 'an address that starts with postgres://, with special characters of user and password percent-encoded'
  expect(read).toThrow(new ConfigError(`DATABASE_URL must be ${words}`))
})

test('sign-in providers are those with all three settings; plain http is for this machine', () => {
  const google = { OIDC_GOOGLE_ISSUER: 'http://localhost:5000', OIDC_GOOGLE_CLIENT_ID: 'id', OIDC_GOOGLE_CLIENT_SECRET: 'secret' }
  expect(readProviders(readConfig({ ...google, OIDC_META_ISSUER: '' }))).toEqual({
    google: { issuer: 'http://localhost:5000', clientId: 'id', clientSecret: 'secret', patienceMs: 3_000 },
  })
})
