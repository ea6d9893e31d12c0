import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../packages/server/src/config.ts'
import { read, root } from './pages.ts'

interface Service {
  readonly build?: string | { readonly dockerfile_inline: string }
  readonly command?: readonly string[]
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly configs?: readonly { readonly source: string; readonly target: string }[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly networks?: { readonly default: { readonly ipv4_address?: string; readonly aliases?: readonly string[] } }
  readonly ports?: readonly string[]
  readonly read_only?: boolean
  readonly healthcheck?: { readonly disable?: boolean }
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
  readonly volumes: Readonly<Record<string, unknown>>
}

const given: Record<string, string> = {
  ...{ POSTGRES_PASSWORD: 'letters1', APP_SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://desk.example.com', METRICS_TOKEN: 'a-token' },
}
/** Further settings of an operator, and some that belong to another way to run it. */
const ofFile = {
  ...{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'shop@example.com', ADMIN_EMAIL: 'ann@example.com', BRAND_TITLE: 'Ann' },
  ...{ HOST: '127.0.0.1', PORT: '5000', DATA_DIR: './data', DATABASE_URL: 'postgres://elsewhere/shop' },
}
/** Replaces variables like compose. Fails for one that must be set and is not known here. */
const text = read('compose.yaml').replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => {
  if (given[name] === undefined) throw new Error(`compose.yaml names ${name}`)
  return given[name]
})
const { services, configs, volumes } = parse(text, { merge: true }) as Compose
const dockerfile = read('Dockerfile')
const addressOf = (name: string) => services[name]?.networks?.default.ipv4_address
const servers = Object.keys(services).filter((name) => name.startsWith('keydesk-'))

test('the servers get settings that they know', () => {
  expect(servers).toHaveLength(2)
  const known = [...read('packages/server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]*): z\./gm)].map(([, name]) => name)
  const ofImage = [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  for (const name of servers) {
    const { env_file: files = [], environment } = services[name]!
    const variables = { ...(Object.fromEntries(ofImage) as Record<string, string>), ...environment }
    expect(Object.keys(variables).filter((variable) => !known.includes(variable))).toEqual([])
    const config = readConfig({ ...variables, ...(files.some(({ path }) => path === '.env') && ofFile), ...environment })
    expect(config).toMatchObject({
      HOST: '0.0.0.0',
      DATA_DIR: '/data',
      DATABASE_URL: environment!['DATABASE_URL'],
      PUBLIC_URL: given['PUBLIC_URL'],
      ...{ SMTP_URL: ofFile.SMTP_URL, ADMIN_EMAIL: ofFile.ADMIN_EMAIL, BRAND_TITLE: ofFile.BRAND_TITLE },
      TRUSTED_PROXIES: [addressOf('proxy')],
    })
    expect(services[name]).toMatchObject({ read_only: true, volumes: [`media:${config.DATA_DIR}`] })
    expect(dockerfile).toContain(`EXPOSE ${config.PORT}\n`)
    expect(configs['upstream']?.content).toContain(`server ${name}:${config.PORT} `)
  }
})

test('the pooler and the proxy are those of the documented configurations', () => {
  const { host, username, password } = new URL(services[servers[0]!]!.environment!['DATABASE_URL']!)
  const pooler = read('docs/operating/pgbouncer.ini')
  const setting = (name: string) => new RegExp(`^${name} = (.+)$`, 'm').exec(pooler)?.[1]
  expect(host).toBe(`pgbouncer:${setting('listen_port')}`)
  expect(configs['users']?.content).toBe(`"${username}" "${password}"\n`)
  expect(services['pgbouncer']?.configs).toEqual([{ source: 'users', target: setting('auth_file') }])
  expect(services['postgres']?.networks?.default.aliases).toContain(/host=(\S+)/.exec(pooler)?.[1])
  expect(services['postgres']?.environment).toMatchObject({ POSTGRES_USER: username, POSTGRES_PASSWORD: password })

  const proxy = read('docs/operating/nginx.conf')
  const mounted = services['proxy']!.volumes!.map((volume) => volume.split(':')[1]!)
  for (const [, file = ''] of proxy.matchAll(/ssl_certificate\w*\s+(\S+);/g))
    expect(
      mounted.some((folder) => file.startsWith(`${folder}/`)),
      file,
    ).toBe(true)
  for (const [, port] of proxy.matchAll(/listen (\d+)/g)) expect(services['proxy']?.ports).toContain(`${port}:${port}`)
  expect(proxy).toContain(`proxy_pass http://${/upstream (\w+)/.exec(configs['upstream']!.content)?.[1]};`)
})

test('backups go straight to the database, and are where a restore finds them', () => {
  const { command = [], volumes: mounts, environment, depends_on, healthcheck } = services['backup']!
  const { DATABASE_URL, ...others } = environment!
  const { DATABASE_URL: ofServer, ...ofServers } = services[servers[0]!]!.environment!
  expect(others).toEqual(ofServers)
  const [own, pooled] = [new URL(DATABASE_URL!), new URL(ofServer!)]
  expect([own.username, own.password, own.pathname]).toEqual([pooled.username, pooled.password, pooled.pathname])
  expect(services['postgres']?.networks?.default.aliases).toContain(own.hostname)
  expect(depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
  // It listens on no port.
  expect(healthcheck).toEqual({ disable: true })
  const [name, folder] = command
  expect([name, mounts]).toEqual(['backup', ['media:/data', `backups:${folder}`]])
  // A new volume belongs to the account that has the folder in the image.
  expect(dockerfile).toMatch(new RegExp(`install -d -o keydesk -g keydesk -m 700 (.* )?${folder}\n`))
  const page = read('docs/operating.md')
  const stopped = /docker compose stop (.+)/.exec(page)![1]!.split(' ')
  expect(stopped.toSorted()).toEqual([...servers, 'backup', 'pgbouncer'].toSorted())
  expect(page).toMatch(new RegExp(`docker compose run --rm backup restore ${folder}/`))
})

test('what it names is there', () => {
  for (const [name, { depends_on = {}, volumes: mounts = [], configs: used = [] }] of Object.entries(services)) {
    expect(
      Object.keys(depends_on).filter((other) => services[other] === undefined),
      name,
    ).toEqual([])
    expect(
      used.filter(({ source }) => configs[source] === undefined),
      name,
    ).toEqual([])
    for (const source of mounts.map((mount) => mount.split(':')[0]!)) {
      // The operator's own.
      if (source === './certificates') continue
      expect(source.startsWith('./') ? existsSync(join(root, source)) : source in volumes, source).toBe(true)
    }
  }
})
