import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { failToStart, makeFolder, migrate, openDeps, readConfig, run, system, type Config } from '@keydesk/server'
import { startChat } from './demo/chat.ts'
import { fillBatches, fillKeyStories } from './demo/fill-keys.ts'
import { closeProducts, fillMedia, fillProducts } from './demo/fill-products.ts'
import { fillSales } from './demo/fill-sales.ts'
import { fillStockDays } from './demo/fill-stock-days.ts'
import { planOrders } from './demo/plan-orders.ts'
import { createProgress } from './progress.ts'
import { createRandom } from './demo/random.ts'

/** `npm run demo`: the real server on a throw-away folder of believable data. */

const password = 'demo-password'

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, orders: { type: 'string', default: '600' } } })
const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
const [seed, orderCount] = [toNumber(values.seed), toNumber(values.orders)]
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(orderCount) || orderCount < 0) {
  process.stderr.write('Usage: npm run demo -- [--orders NUMBER] [--seed NUMBER]\n')
  process.exit(2)
}

/** Where the throw-away folder is made. */
const base = process.env['DATA_DIR'] || tmpdir()
const variables = { ADMIN_PASSWORD: password, ...process.env, DATA_DIR: base, DATABASE_URL: '', MEDIA_URL: '', APP_SECRET: '' }
let config: Config | undefined
let demo: Awaited<ReturnType<typeof prepare>>
try {
  config = readConfig({ ...variables, LOG_LEVEL: 'warn' })
  demo = await prepare(config)
} catch (error) {
  failToStart(error, config)
}

await run({ ...variables, DATA_DIR: demo.folder, DISCORD_API_BASE: demo.chat.apiBase }, async (apiBase) =>
  (await import('@keydesk/bot')).createBot({ apiBase }),
)
if (process.env['ADMIN_PASSWORD'] === undefined)
  process.stdout.write(`The demo's password is ${password}; everything is gone when it stops\n`)
process.stdout.write(`Start the bot on the Discord screen; what it posts appears at ${demo.chat.pageUrl}\n`)

async function prepare(settings: Config) {
  makeFolder(resolve(base))
  const folder = await mkdtemp(join(base, 'keydesk-demo-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

  process.stdout.write('Filling a throw-away folder with demo data...\n')
  const { deps, close } = await openDeps({ ...settings, DATA_DIR: folder }, { durable: false })
  await migrate(deps.db)
  const random = createRandom(seed)
  const orders = planOrders(random, orderCount)
  const filled = await fillProducts(deps, system)
  const shop = { orders, ...filled, now: new Date() }
  await fillBatches(deps, random, shop)
  const [, completed] = await Promise.all([
    // A sequence of its own: how far the orders have come must not decide what is drawn.
    fillMedia(deps, system, createRandom(seed + 1), filled),
    fillSales(deps, system, { ...shop, onProgress: createProgress('Orders', process.stdout) }),
  ])
  await fillKeyStories(deps, random, shop, completed)
  await closeProducts(deps, system, filled)
  await fillStockDays(deps)
  const chat = await startChat(deps, system)
  await close()
  return { folder, chat }
}
