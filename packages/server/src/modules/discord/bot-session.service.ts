import type { Deps } from '../../deps.ts'
import type { BotLog } from './bot-log.service.ts'
import type { Bot, BotConnection, BotEvent, ConnectFailure } from '@keydesk/contract/bot-port'
import * as repo from './bot.repo.ts'
import { hideToken, sayChannelProblem } from './failures.rules.ts'
import type { Holder } from '../lease/lease.service.ts'
import { startSender } from './sender.service.ts'

/** How long the gateway may take until it is ready (docs/reference/discord.md, Starting and stopping). */
const connectTimeoutMs = 15_000

export interface Session {
  readonly token: string
  readonly connection: BotConnection
  readonly end: () => Promise<void>
}

export interface Opening {
  readonly deps: Deps
  readonly bot: Bot
  readonly me: Holder
  readonly log: BotLog
  readonly lookMs: number
  readonly onEvent: (event: BotEvent) => void
}

/** Signs the bot in and starts sending; answers why if that fails. */
export async function openSession({ deps, bot, me, log, lookMs, onEvent }: Opening, token: string): Promise<Session | ConnectFailure> {
  const connected = await bot.connect({ token, timeoutMs: connectTimeoutMs, onEvent })
  if (connected.is === 'failed') return connected.why
  const { connection } = connected
  const now = deps.now().toISOString()
  await repo.updateBot(deps.db, { connected_at: now, last_started: now })
  await log.info(`Started as ${connection.name}`)
  const hide = (text: string) => hideToken(text, token)
  const sender = startSender({ deps, connection, me, log, lookMs, hide, onRefused: (why) => onEvent({ is: 'closed', why }) })
  return {
    token,
    connection,
    end: async () => {
      // A send that is under way needs the connection.
      await sender.stop()
      await connection.close()
    },
  }
}

/** Why the bot cannot post to the chosen channels. */
export async function checkChannels({ connection }: Session, settings: repo.BotRow): Promise<string[]> {
  const warnings: string[] = []
  for (const [label, id] of [
    ['Updates Channel', settings.updates_channel_id],
    ['Restock Channel', settings.restock_channel_id],
    ['Alerts Channel', settings.alerts_channel_id],
  ] as const) {
    const problem = id === '' ? null : await connection.checkChannel(id)
    if (problem !== null) warnings.push(`${label}: ${sayChannelProblem(problem)}`)
  }
  return warnings
}
