import type { BotStatus } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { logLength } from './bot-log.service.ts'
import * as repo from './bot.repo.ts'
import { isLeaseAlive } from './lease.service.ts'

/** Whether the bot runs on any node, since when, and its newest 200 lines, oldest first (design section 5). */
export async function readBotStatus(deps: Deps): Promise<BotStatus> {
  const isRunning = await isBotRunning(deps)
  const bot = await repo.readBot(deps.db)
  const lines = await repo.listLog(deps.db, logLength)
  return {
    is_running: isRunning,
    last_started: bot.last_started,
    logs: lines.map(({ at, message, is_error }) => ({ timestamp: at, message, is_error: is_error === 1 })),
    should_run: bot.should_run === 1,
  }
}

/**
 * Whether some node lives and has the bot connected. The lease is read first: who takes it over clears the row that the holder before left
 * behind in the same transaction, so that a row read after the lease is never taken for the new holder's.
 */
export const isBotRunning = async (deps: Pick<Deps, 'db' | 'now'>): Promise<boolean> =>
  (await isLeaseAlive(deps.db, deps.now())) && (await repo.readBot(deps.db)).connected_at !== null
