import { setTimeout as wait } from 'node:timers/promises'
import type { BotStatus } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError, ruleViolated } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { readBotStatus } from './bot-status.service.ts'
import * as repo from './bot.repo.ts'

/** Longer than a start may take, on a node that first has to take over from another. */
const patienceMs = 35_000

/** How a command ended, as the node that carried it out wrote it down. */
export interface Outcome {
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly warnings: readonly string[]
}

const recorded = { start: 'started', stop: 'stopped', restart: 'restarted' } as const

/**
 * Starts, stops or restarts the bot, on whichever node runs it, and waits until that is done.
 * @throws 422 with the reason when it does not start, 503 when no node carries it out
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

/** Asks the node that runs the bot to look at the settings again. A command that waits stays the one to carry out. */
export async function commandSettings(tx: Db): Promise<number> {
  const bot = await repo.readBot(tx, { lock: true })
  const wanted = bot.wanted + 1
  await repo.updateBot(tx, { wanted, ...(bot.wanted === bot.handled && { command: 'settings' }) })
  return wanted
}

/** @throws 503 when no node carries it out */
export async function awaitOutcome(deps: Deps, number: number): Promise<Outcome> {
  const end = performance.now() + patienceMs
  while (performance.now() < end) {
    const bot = await repo.readBot(deps.db)
    if (bot.handled >= number) return JSON.parse(bot.outcome ?? '{"failure":null,"warnings":[]}') as Outcome
    await wait(50)
  }
  throw new AppError('unavailable', 'No server is running the bot at the moment. Try again in a moment.', { retryAfter: 15 })
}
