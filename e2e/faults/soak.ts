import { appendFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** How long the fault tests run: short in `npm test`, long in `npm run soak`, which sets these variables. */

const wanted = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)

/** True only in `npm run soak`. */
export const isSoak = process.env['KEYDESK_SOAK_ROUNDS'] !== undefined
export const kills = wanted('KEYDESK_SOAK_KILLS', 2)
export const rounds = wanted('KEYDESK_SOAK_ROUNDS', 1)
/** The rounds of the disk tests, which take longer. */
export const diskRounds = Math.ceil(rounds / 5)
export const secondsAway = wanted('KEYDESK_SOAK_SECONDS', 1)
export const messages = wanted('KEYDESK_SOAK_MESSAGES', 40)
/** The number of keys in one save. */
export const longSave = wanted('KEYDESK_SOAK_KEYS', 60_000)
/** Upgrades under load, each with a migration of each kind. */
export const upgrades = wanted('KEYDESK_SOAK_UPGRADES', 2)
/** The kills of a server whose bot is sending. */
export const botKills = Math.ceil(kills / 20) + 2
/** Rounds of a server that is killed during a shop import, and during its removal. */
export const importRounds = Math.ceil(kills / 100)
/** Callers of a race: even in `npm test`, more than both nodes together have connections. */
export const callers = isSoak ? 64 : 24
/** The same choices in each run of `npm test`, different ones in each soak. Printed with every failure. */
export const seed = wanted('KEYDESK_SEED', 1)

const folder = fileURLToPath(new URL('../../test-results/', import.meta.url))

/** Stores figures for the table at the end of a soak, as one JSON line each. */
export function record(what: string, figures: Record<string, number>): void {
  mkdirSync(folder, { recursive: true })
  const line = { what, database: process.env['KEYDESK_TEST_DB'], seed, ...figures }
  appendFileSync(`${folder}/soak.jsonl`, `${JSON.stringify(line)}\n`)
}
