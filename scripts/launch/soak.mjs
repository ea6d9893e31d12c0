import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { offerTestPrograms } from './debian.mjs'
import { runNode } from './run.mjs'
import { Stopped } from './stopped.mjs'
import { tools } from './tools.mjs'

const lines = 'test-results/soak.jsonl'
const result = 'test-results/soak.json'
const databases = ['sqlite', 'postgres']
export const longTests = [
  'e2e/faults',
  'e2e/discord',
  'src/hostile',
  'selling-at-once',
  'time-zones',
  'clean-html',
  'base64-images',
  'webhooks/sending',
  'mails/sending',
  'history/replay',
  'refund-sequences',
  'product-html',
  'stock/runway',
  'books-balance',
]
/** What an operator relies on: upgrades, restores and backups, a full or damaged disk, quiet logs, the service, the archive, the container. */
const operatorTests = [
  ...['operator', 'versions', 'backup', 'continuous-backups', 'disk', 'quiet-logs', 'postgres', 'nodes', 'reverse-proxy'],
  ...['service', 'package', 'container'],
].map((name) => `e2e/faults/${name}`)

/**
 * A long run of the tests of faults, hostile input and random choices: the tests of `npm test`, with sizes from variables.
 *
 * @param {string} root
 * @param {string} node
 * @param {string[]} args
 */
export async function soak(root, node, args) {
  const { seed, kills, rounds, seconds, requests, purchases, messages, keys, choices, upgrades, chosen, rest, command } =
    readSoakArguments(args)
  rmSync(join(root, lines), { force: true })
  await offerTestPrograms(root)
  console.log(`Seed ${seed}: repeat this run with  ${command}`)
  const projects = ['contract', 'unit', ...chosen.map((database) => `api-${database}`)].flatMap((name) => ['--project', name])
  const started = Date.now()
  // Thousands of choices take longer than a test of `npm test` may.
  const code = await runNode(node, [tools.vitest, 'run', '--testTimeout', '600000', ...projects, ...(rest.length > 0 ? rest : longTests)], {
    cwd: root,
    env: {
      ...{ KEYDESK_SEED: seed, KEYDESK_SOAK_KILLS: kills, KEYDESK_SOAK_ROUNDS: rounds, KEYDESK_SOAK_SECONDS: seconds },
      ...{ KEYDESK_FUZZ_SEED: seed, KEYDESK_FUZZ_REQUESTS: requests },
      ...{ KEYDESK_SOAK_PURCHASES: purchases, KEYDESK_SOAK_MESSAGES: messages, KEYDESK_SOAK_KEYS: keys },
      ...{ KEYDESK_SOAK_CHOICES: choices, KEYDESK_SOAK_UPGRADES: upgrades },
    },
  })
  const figures = readFigures(root)
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  const minutes = Math.round((Date.now() - started) / 6_000) / 10
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, result), JSON.stringify({ seed: Number(seed), passed: code === 0, minutes, machine, figures }, null, 2))
  console.log(
    ['', ...figures.map(formatFigures), '', `${code === 0 ? 'Passed' : 'FAILED'} in ${minutes} minutes; see ${result}`].join('\n'),
  )
  return code
}

/** @param {string[]} args */
export function readSoakArguments(args) {
  const text = /** @type {const} */ ({ type: 'string' })
  const options = {
    ...{ seed: text, kills: text, rounds: text, seconds: text, database: text },
    ...{ requests: text, purchases: text, messages: text, keys: text, choices: text, upgrades: text },
  }
  const { values, positionals } = parse(args, options)
  const { seed = String(Math.floor(Math.random() * 1e9)), kills = '1000', rounds = '100', seconds = '30' } = values
  const { requests = '50000', purchases = '2000', messages = '500', keys = '240000', choices = '3000', upgrades = '20' } = values
  const numbers = { seed, kills, rounds, seconds, requests, purchases, messages, keys, choices, upgrades }
  for (const [name, value] of Object.entries(numbers)) if (!/^\d+$/.test(value)) throw new Stopped(`--${name} takes a whole number.`)
  const { database } = values
  if (database !== undefined && !databases.includes(database)) throw new Stopped(`--database takes ${databases.join(' or ')}.`)
  const rest = positionals.flatMap((path) => (path === 'operator' ? operatorTests : [path]))
  const command = ['npm run soak --', ...(values.seed === undefined ? ['--seed', seed] : []), ...args].join(' ')
  return { ...numbers, chosen: database === undefined ? databases : [database], rest, command }
}

/**
 * @template {Record<string, { type: 'string' }>} Options
 * @param {string[]} args
 * @param {Options} options
 */
function parse(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Stopped(error instanceof Error ? error.message : String(error))
  }
}

/** @typedef {{ what: string, database: string } & Record<string, string | number>} Figures */

/**
 * @param {string} root
 * @returns {Figures[]}
 */
function readFigures(root) {
  const file = join(root, lines)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** @param {Figures} figures */
function formatFigures({ what, database, seed: _, ...numbers }) {
  const parts = Object.entries(numbers).map(([name, value]) => `${value} ${name}`)
  return `  ${database.padEnd(9)} ${what}: ${parts.join(', ')}`
}
