import type { BotStatus } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { logLength } from './bot-log.service.ts'
import * as repo from './bot.repo.ts'
import { isLeaseAlive } from './lease.service.ts'

/** Whether the bot runs on any node, since when, and its newest 200 lines, oldest first (design section 5). */
export async function readBotStatus(deps: Deps): Promise<BotStatus> {
  const bot = await repo.readBot(deps.db)
  const lines = await repo.listLog(deps.db, logLength)
  return {
    is_running: await isBotRunning(deps, bot),
    last_started: bot.last_started,
    logs: lines.map(({ at, message, is_error }) => ({ timestamp: at, message, is_error: is_error === 1 })),
    should_run: bot.should_run === 1,
  }
}

/** What a dead node left in the row counts for nothing. */
export const isBotRunning = async (deps: Deps, bot: repo.BotRow): Promise<boolean> =>
  bot.connected_at !== null && (await isLeaseAlive(deps.db, deps.now()))
