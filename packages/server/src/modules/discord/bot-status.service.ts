import type { BotStatus } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { logLength } from './bot-log.service.ts'
import * as repo from './bot.repo.ts'
import { isLeaseAlive } from '../lease/lease.service.ts'

/** Whether the bot runs on any node, since when, and its newest 200 lines, oldest first. */
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

/** Whether some node lives and has the bot connected. */
export const isBotRunning = async (deps: Clocked): Promise<boolean> => (await readBotAndLease(deps)).isRunning

type Clocked = Pick<Deps, 'db' | 'now'>

/**
 * Reads the lease first: a node that takes it over clears the previous holder's row in the same transaction, so a row read after the lease
 * never belongs to an older holder.
 */
async function readBotAndLease({ db, now }: Clocked) {
  const isAlive = await isLeaseAlive(db, 'discord', now())
  const bot = await repo.readBot(db)
  return { bot, isRunning: isAlive && bot.connected_at !== null }
}
