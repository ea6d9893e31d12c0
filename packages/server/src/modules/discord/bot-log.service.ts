import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './bot.repo.ts'
import { hideToken } from './failures.rules.ts'

/** How many lines are kept. */
export const logLength = 200

export interface BotLog {
  readonly info: (message: string) => Promise<void>
  readonly error: (message: string) => Promise<void>
}

/**
 * Writes to the bot's log, never with the token in it. If the database is away the line goes to the process's log, and the bot goes on.
 */
export function createBotLog(deps: Deps, token: () => string): BotLog {
  const write = async (text: string, isError: boolean): Promise<void> => {
    const message = hideToken(text, token())
    try {
      const line = { at: deps.now().toISOString(), message, is_error: isError ? 1 : 0 }
      await transact(deps.db, (tx) => repo.addLogLine(tx, line, logLength))
    } catch (error) {
      deps.log.warn({ reason: error instanceof Error ? error.message : String(error), line: message }, 'the bot log could not be written')
    }
  }
  return { info: (message) => write(message, false), error: (message) => write(message, true) }
}
