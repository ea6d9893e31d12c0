import { discord } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import type { OpenBot } from './bot-runner.service.ts'
import { commandBot, readBotStatus } from './bot.service.ts'
import { listLogRows, resendMessage, sendTestMessage } from './log.service.ts'
import { listServers } from './servers.service.ts'
import { readSettings, saveSettings } from './settings.service.ts'

/** For calls that ask the database for their outcome again and again: connecting alone may take 15 seconds. */
const waits = { isLong: true }

/** @param openBot null on a server that never runs the bot */
export function discordRoutes(bind: Bind, deps: Deps, openBot: OpenBot | null): void {
  bind(discord.settings, async () => ({ data: await readSettings(deps) }))
  bind(discord.saveSettings, async ({ body }, { caller }) => saveSettings(deps, caller.actor, body), waits)
  bind(discord.servers, async () => ({ data: openBot === null ? [] : await listServers(deps, openBot) }))
  bind(discord.logs, async ({ query }) => ({ data: await listLogRows(deps, query.limit) }))
  bind(discord.retry, async ({ params }, { caller }) => ({ data: await resendMessage(deps, caller.actor, params.id) }))
  bind(discord.test, async ({ body }, { caller }) => ({ data: await sendTestMessage(deps, caller.actor, body.channel) }), waits)
  bind(discord.start, async (_, { caller }) => ({ status: await commandBot(deps, caller.actor, 'start') }), waits)
  bind(discord.stop, async (_, { caller }) => ({ status: await commandBot(deps, caller.actor, 'stop') }), waits)
  bind(discord.restart, async (_, { caller }) => ({ status: await commandBot(deps, caller.actor, 'restart') }), waits)
  bind(discord.status, async () => ({ status: await readBotStatus(deps) }))
}
