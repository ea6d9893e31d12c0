import { appendFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** How long the tests of this folder run: short in `npm test`, long in `npm run soak`, which sets these variables. */

const wanted = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)

export const kills = wanted('KEYDESK_SOAK_KILLS', 5)
export const rounds = wanted('KEYDESK_SOAK_ROUNDS', 3)
/** Of breaking a disk, which take longer. */
export const diskRounds = Math.ceil(rounds / 5)
export const secondsAway = wanted('KEYDESK_SOAK_SECONDS', 3)
/** Printed with every failure; the same one brings the same choices back. */
export const seed = wanted('KEYDESK_SEED', Math.floor(Math.random() * 1e9))

const folder = fileURLToPath(new URL('../../test-results/', import.meta.url))

/** Keeps figures for the table at the end of a soak: one JSON line each. */
export function record(what: string, figures: Record<string, number>): void {
  mkdirSync(folder, { recursive: true })
  const line = { what, database: process.env['KEYDESK_TEST_DB'], seed, ...figures }
  appendFileSync(`${folder}/soak.jsonl`, `${JSON.stringify(line)}\n`)
}
