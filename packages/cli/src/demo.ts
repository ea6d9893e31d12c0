import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { failToStart, loadEnvFile, makeFolder, migrate, openDeps, readConfig, run, type Config } from '@keydesk/server'
import { fillKeyImports, fillKeyStories, fillStockDays } from './demo/fill-keys.ts'
import { colleagueEmail, colleagueName, fillPeople } from './demo/fill-people.ts'
import { closeProducts, fillMedia, fillProducts } from './demo/fill-products.ts'
import { fillOrders } from './demo/fill-orders.ts'
import { planOrders } from './demo/plan-orders.ts'
import { startChat, startDemoMailbox, startDemoProvider } from './demo/stand-ins.ts'
import { createProgress } from './progress.ts'
import { createRandom } from './demo/random.ts'

/** `npm run demo`: the real server on a temporary folder of realistic data. */

const password = 'demo-password'

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, orders: { type: 'string', default: '600' } } })
const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
const [seed, orderCount] = [toNumber(values.seed), toNumber(values.orders)]
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(orderCount) || orderCount < 0) {
  process.stderr.write('Usage: npm run demo -- [--orders NUMBER] [--seed NUMBER]\n')
  process.exit(2)
}

// `npm start` does the same.
loadEnvFile()
/** Where the temporary folder is created. */
const base = process.env['DATA_DIR'] || tmpdir()
/** Settings of a real shop in `.env`: its data, its address, its mail server, its providers, and its time to drain. */
const ofRealShop = /^(DATABASE_URL|MEDIA_URL|APP_SECRET|PUBLIC_URL|SMTP_URL|MAIL_FROM|OIDC_.+|DRAIN_SECONDS)$/
const own = Object.entries(process.env).filter(([name]) => !ofRealShop.test(name))
const variables: NodeJS.ProcessEnv = { ...Object.fromEntries(own), DATA_DIR: base }
/** By default a signal ends the process without the event `exit`, which deletes the folder. */
const endAtOnce = (_: NodeJS.Signals, number: number) => process.exit(128 + number)
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
for (const signal of signals) process.on(signal, endAtOnce)
let config: Config | undefined
let demo: Awaited<ReturnType<typeof prepare>>
try {
  config = readConfig({ ...variables, LOG_LEVEL: 'warn' })
  demo = await prepare(config)
} catch (error) {
  failToStart(error, config)
}

const standIns = { ...demo.mailbox.settings, ...demo.provider, DATA_DIR: demo.folder, DISCORD_API_BASE: demo.chat.apiBase }
await run({ ...variables, ...standIns }, async (apiBase) => (await import('@keydesk/bot')).createBot({ apiBase }))
// From now on the server finishes running requests first.
for (const signal of signals) process.off(signal, endAtOnce)
const shownPassword = config.ADMIN_PASSWORD === undefined ? password : 'from ADMIN_PASSWORD'
process.stdout.write(
  `Sign in as ${config.ADMIN_USERNAME} (owner) or ${colleagueName} (manager) with the password ${shownPassword}; everything is gone when it stops\n`,
)
process.stdout.write(`Or continue with Google, a stand-in without passwords: choose ${config.ADMIN_EMAIL} or ${colleagueEmail}\n`)
process.stdout.write(`Start the bot on the Discord screen; what it posts appears at ${demo.chat.pageUrl}\n`)
process.stdout.write(`What customers are mailed appears at ${demo.mailbox.pageUrl}\n`)

async function prepare(settings: Config) {
  makeFolder(resolve(base))
  const folder = await mkdtemp(join(base, 'keydesk-demo-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

  process.stdout.write('Filling a throw-away folder with demo data...\n')
  const { deps, close } = await openDeps({ ...settings, DATA_DIR: folder }, { durable: false })
  await migrate(deps.db)
  const random = createRandom(seed)
  const orders = planOrders(random, orderCount)
  const now = new Date()
  const before = { ...deps, now: () => new Date(now.getTime() - ((orders[0]?.minutesAgo ?? 0) + 48 * 60) * 60_000) }
  const { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD = password } = settings
  const people = await fillPeople(before, { username, email, password: ADMIN_PASSWORD })
  const { admin, colleague } = people
  const filled = await fillProducts(deps, admin)
  const shop = { orders, ...filled, now }
  await fillKeyImports(deps, colleague, random, shop)
  const [, completed] = await Promise.all([
    // A random sequence of its own, so that the pictures do not depend on the progress of the orders.
    fillMedia(deps, admin, createRandom(seed + 1), filled),
    fillOrders(deps, people, { ...shop, onProgress: createProgress('Orders', process.stdout) }),
  ])
  await fillKeyStories(deps, colleague, random, shop, completed)
  await closeProducts(deps, colleague, filled)
  await fillStockDays(deps)
  const chat = await startChat(deps, admin)
  await close()
  return { folder, chat, mailbox: await startDemoMailbox(), provider: await startDemoProvider([email, colleagueEmail]) }
}
