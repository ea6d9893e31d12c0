import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { requireBrowser } from '../scripts/launch/browser.mjs'
import type { Shop } from './generate.ts'
import { dryRun } from './suites/dry-run.ts'
import { live } from './suites/live.ts'
import { mail } from './suites/mail.ts'
import { million } from './suites/million.ts'
import { search } from './suites/search.ts'
import { shopImports } from './suites/shop-imports.ts'
import { signIns } from './suites/sign-ins.ts'
import { start } from './suites/start.ts'
import { webhooks } from './suites/webhooks.ts'
import { toTable, type Result } from './table.ts'

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '3' }, data: { type: 'string' } },
  allowPositionals: true,
})
const setting = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
const scratch = mkdtempSync(join(tmpdir(), 'keydesk-bench-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
// By default a signal ends the process without that event.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, (_: unknown, number: number) => process.exit(128 + number))
/** A suite's own folder: the servers of a suite that failed may still write into theirs. */
const folder = (name: string): string => mkdtempSync(join(scratch, `${name}-`))

const base = { products: 1_000, variantsPerProduct: 3, keys: 1_000_000, coupons: 100 }
const shops: Readonly<Record<string, Shop>> = {
  // The size of most sellers' shops. The web suite adds images through the API.
  'hundred-fifty': { products: 300, variantsPerProduct: 3, keys: 9_000, coupons: 20, orders: 150 },
  'hundred-thousand': { ...base, orders: 100_000 },
  million: { ...base, orders: 1_000_000 },
}

/** With `--data`, a shop is made only once and reused by later runs. */
async function shop(name: string): Promise<string> {
  const dataDir = join(values.data ?? scratch, name)
  const file = join(dataDir, 'keydesk.db')
  if (!existsSync(file)) {
    console.error(`Making the shop with a ${name.replace('-', ' ')} orders...`)
    await makeShop(dataDir, shops[name]!)
  }
  // Load the file into the page cache: otherwise the first reads would measure the disk.
  await finished(createReadStream(file).resume())
  return dataDir
}

const generate = fileURLToPath(new URL('generate.ts', import.meta.url))

/** Another process makes it, since that is busy for minutes and this one has to end at a signal. The shop gets its name when it is whole. */
async function makeShop(dataDir: string, wanted: Shop): Promise<void> {
  const partial = `${dataDir}.partial`
  rmSync(partial, { recursive: true, force: true })
  const maker = fork(generate, [partial, JSON.stringify(wanted)])
  process.prependOnceListener('exit', () => maker.kill())
  if ((await once(maker, 'exit'))[0] !== 0) throw new Error('The shop could not be made: see above')
  renameSync(partial, dataDir)
}

const suites: Readonly<Record<string, () => Promise<Result[]>>> = {
  live: async () => live(await shop('million'), folder('live'), setting),
  million: async () => million(await shop('million'), folder('million'), setting),
  mail: async () => mail(await shop('hundred-thousand'), folder('mail')),
  'dry-run': async () => dryRun(await shop('hundred-thousand'), folder('dry-run'), setting),
  search: async () => search(await shop('million'), folder('search'), setting),
  'sign-ins': async () => signIns(await shop('hundred-thousand'), setting),
  webhooks: () => webhooks(folder('webhooks'), setting),
  // Imported late: the module reads KEYDESK_BROWSER when it loads.
  web: async () => (await import('./suites/web.ts')).web(await shop('hundred-fifty'), folder('web'), setting),
  imports: async () => (await import('./suites/imports.ts')).imports(folder('imports'), setting),
  'shop-imports': async () => shopImports(await shop('hundred-fifty'), folder('shop-imports'), setting),
  start: async () => start(await shop('million'), setting),
}

const chosen = positionals.length > 0 ? positionals : Object.keys(suites)
const unknown = chosen.find((name) => suites[name] === undefined)
if (unknown !== undefined) {
  console.error(`The bench has no suite ${unknown}; it has ${Object.keys(suites).join(', ')}.`)
  process.exit(1)
}
const root = fileURLToPath(new URL('../', import.meta.url))
// Check before the first suite: a missing browser should not be reported only after minutes.
if (chosen.includes('web') || chosen.includes('imports')) process.env['KEYDESK_BROWSER'] ??= await requireBrowser(root, process.execPath)

const results: Record<string, Result[]> = {}
for (const name of chosen) {
  console.log(`\n${name}`)
  try {
    results[name] = await suites[name]!()
    console.log(toTable(results[name]))
  } catch (error) {
    // Keep the results of the other suites.
    console.error(error)
    process.exitCode = 1
  }
}

mkdirSync(join(root, 'test-results'), { recursive: true })
const machine = { cpu: `${cpus().length} × ${cpus()[0]?.model ?? ''}`, gigabytes: Math.round(totalmem() / 2 ** 30), node: process.version }
writeFileSync(join(root, 'test-results/bench.json'), JSON.stringify({ at: new Date().toISOString(), machine, setting, results }, null, 2))
console.log(`\n${machine.cpu}, ${machine.gigabytes} GB, Node ${machine.node}; also in test-results/bench.json`)
