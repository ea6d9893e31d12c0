import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { createRunningBot } from '../../testing/shop/discord.ts'
import { readBotStatus } from './bot.service.ts'
import { createBotLease } from './bot-runner.service.ts'

test('who takes the lease over while the status is read is not taken for the one who had the bot connected', async () => {
  const { app } = await createRunningBot()
  const { deps } = app
  await app.stopBot()
  // The state after a server died: connected, with an expired lease.
  await deps.db.updateTable('discord_bot').set({ connected_at: '2029-12-31T23:00:00.000Z' }).execute()
  await deps.db.updateTable('lease').set({ holder: 'dead', place: '', expires_at: '2029-12-31T23:59:59.000Z' }).execute()
  let queries = 0
  let hasTaken = false
  const takeOver: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries += 1
      if (queries === 1) hasTaken = await createBotLease(deps).renew()
      return result
    },
  }
  expect((await readBotStatus({ ...deps, db: deps.db.withPlugin(takeOver) })).is_running).toBe(false)
  expect(hasTaken).toBe(true)
  expect((await readBotStatus(deps)).is_running).toBe(false)
})
