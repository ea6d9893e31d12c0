import type { DiscordServer } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { readBot } from './bot.repo.ts'
import type { OpenBot } from './bot-runner.service.ts'
import { isBotRunning } from './bot.service.ts'
import { describeListProblem } from './failures.rules.ts'
import { openToken } from './settings.service.ts'

/**
 * The channels and roles of the servers that the bot is in (docs/reference/discord.md, Channels by name); none while the bot does not run.
 * Any server of Keydesk can ask: the token is enough.
 * @throws 503 if Discord does not answer
 */
export async function listServers(deps: Deps, openBot: OpenBot): Promise<DiscordServer[]> {
  const token = openToken(deps, await readBot(deps.db))
  if (token === '' || token === null || !(await isBotRunning(deps))) return []
  const list = await (await openBot()).listServers(token)
  if (list.is === 'failed') throw new AppError('unavailable', describeListProblem(list.problem), { retryAfter: 15 })
  return list.servers.map(({ channels, roles, ...server }) => ({ ...server, channels: [...channels], roles: [...roles] }))
}
