import { setTimeout as wait } from 'node:timers/promises'
import type { BotStatus } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError, ruleViolated } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { isLeaseAlive } from '../lease/lease.service.ts'
import * as repo from './bot.repo.ts'
import { hideToken } from './failures.rules.ts'

/** Commands and status of the bot, on any server. The server that runs the bot stores the outcome for the others. */

/** The number of lines in the bot's log. */
const logLength = 200
/** Longer than a start takes on a server that first has to take over the lease. */
const patienceMs = 35_000

/** The stored outcome of a command. */
export interface Outcome {
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly warnings: readonly string[]
}

const recorded = { start: 'started', stop: 'stopped', restart: 'restarted' } as const

/**
 * Starts, stops or restarts the bot on the server that runs it, and waits for the outcome.
 * @throws 422 with the reason if it does not start, 503 if no server executes the command
 */
export async function commandBot(deps: Deps, actor: Actor, command: keyof typeof recorded): Promise<BotStatus> {
  const number = await transact(deps.db, async (tx) => {
    const bot = await repo.readBot(tx, { lock: true })
    if (command !== 'stop' && bot.token_sealed === null) throw ruleViolated('Set the bot token first', 'bot_token_missing')
    const wanted = bot.wanted + 1
    await repo.updateBot(tx, { command, wanted, ...(command === 'stop' && { should_run: 0 }) })
    await recordActivity(tx, { actor, action: `discord.${recorded[command]}`, subject: { kind: 'discord', id: 1 }, at: deps.now() })
    return wanted
  })
  const { failure } = await awaitOutcome(deps, number)
  if (failure !== null) throw ruleViolated(failure.message, failure.code)
  return readBotStatus(deps)
}

/** Asks the server that runs the bot to apply the settings. It does not replace a waiting command. */
export async function commandSettings(tx: Db): Promise<number> {
  const bot = await repo.readBot(tx, { lock: true })
  const wanted = bot.wanted + 1
  await repo.updateBot(tx, { wanted, ...(bot.wanted === bot.handled && { command: 'settings' }) })
  return wanted
}

/** @throws 503 if no server executes the command, or this server stops before that */
export async function awaitOutcome(deps: Deps, number: number): Promise<Outcome> {
  const end = performance.now() + patienceMs
  for (;;) {
    const bot = await repo.readBot(deps.db)
    if (bot.handled >= number) return JSON.parse(bot.outcome ?? '{"failure":null,"warnings":[]}') as Outcome
    if (performance.now() >= end || deps.stopping.signal.aborted)
      throw new AppError('unavailable', 'No server is running the bot at the moment. Try again in a moment.', { retryAfter: 15 })
    await wait(50)
  }
}

/** Whether the bot runs on any server, when it last started, and its newest 200 log lines, oldest first. */
export async function readBotStatus(deps: Deps): Promise<BotStatus> {
  const { bot, isRunning } = await readBotAndLease(deps)
  const lines = await repo.listLog(deps.db, logLength)
  return {
    is_running: isRunning,
    last_started: bot.last_started,
    logs: lines.map(({ at, message, is_error }) => ({ timestamp: at, message, is_error: is_error === 1 })),
    should_run: bot.should_run === 1,
  }
}

/** Whether a live server has the bot connected. */
export const isBotRunning = async (deps: Clocked): Promise<boolean> => (await readBotAndLease(deps)).isRunning

/** Whether a person has started the bot and not stopped it. */
export const isBotWanted = async ({ db }: Clocked): Promise<boolean> => (await repo.readBot(db)).should_run === 1

type Clocked = Pick<Deps, 'db' | 'now'>

/**
 * Reads the lease first: a server that takes it over clears the previous holder's row in the same transaction, so a row read after the
 * lease never belongs to an older holder.
 */
async function readBotAndLease({ db, now }: Clocked) {
  const isAlive = await isLeaseAlive(db, 'discord', now())
  const bot = await repo.readBot(db)
  return { bot, isRunning: isAlive && bot.connected_at !== null }
}

export interface BotLog {
  readonly info: (message: string) => Promise<void>
  readonly error: (message: string) => Promise<void>
}

/**
 * Writes to the bot's log, with the token removed. If the database is unreachable, the line goes to the process's log.
 */
export function createBotLog(deps: Deps, token: () => string): BotLog {
  const write = async (text: string, isError: boolean): Promise<void> => {
    const message = hideToken(text, token())
    try {
      const line = { at: deps.now().toISOString(), message, is_error: isError ? 1 : 0 }
      await transact(deps.db, (tx) => repo.addLogLine(tx, line, logLength))
    } catch (error) {
      deps.failures.report(error, 'the bot log could not be written', { line: message })
    }
  }
  return { info: (message) => write(message, false), error: (message) => write(message, true) }
}
