import { appendFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** How long the tests of faults run: short in `npm test`, long in `npm run soak`, which sets these variables. */

const wanted = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)

/** In `npm run soak` alone. */
export const isSoak = process.env['KEYDESK_SOAK_ROUNDS'] !== undefined
export const kills = wanted('KEYDESK_SOAK_KILLS', 2)
export const rounds = wanted('KEYDESK_SOAK_ROUNDS', 1)
/** Of breaking a disk, which take longer. */
export const diskRounds = Math.ceil(rounds / 5)
export const secondsAway = wanted('KEYDESK_SOAK_SECONDS', 1)
export const notifications = wanted('KEYDESK_SOAK_NOTIFICATIONS', 40)
/** Keys that are saved at once. */
export const longSave = wanted('KEYDESK_SOAK_KEYS', 60_000)
/** Of a server whose bot is sending. */
export const botKills = Math.ceil(kills / 20) + 2
/** Callers of a race: still more than both nodes of `npm test` have connections. */
export const callers = isSoak ? 64 : 24
/** The same choices in each run of `npm test`, others in each soak; printed with every failure. */
export const seed = wanted('KEYDESK_SEED', 1)

const folder = fileURLToPath(new URL('../../test-results/', import.meta.url))

/** Keeps figures for the table at the end of a soak: one JSON line each. */
export function record(what: string, figures: Record<string, number>): void {
  mkdirSync(folder, { recursive: true })
  const line = { what, database: process.env['KEYDESK_TEST_DB'], seed, ...figures }
  appendFileSync(`${folder}/soak.jsonl`, `${JSON.stringify(line)}\n`)
}
