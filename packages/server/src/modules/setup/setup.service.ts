import { setupSteps, type SetupStep } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { idsOf } from '../../ids.ts'
import { hasUsableApiKey } from '../api-keys/api-keys.service.ts'
import { listTwoFactorSince } from '../auth/two-factor.service.ts'
import { isBotWanted } from '../discord/bot.service.ts'
import { readSettings } from '../discord/settings.service.ts'
import { hasCompletedOrder } from '../orders/orders.service.ts'
import { listMembers } from '../users/members.service.ts'
import { hasStock } from '../variants/variants.service.ts'

/** What a new shop needs, and what it has already (docs/reference/setup.md). */
export async function listSetup(deps: Deps): Promise<{ step: SetupStep; is_done: boolean }[]> {
  const { db } = deps
  const hasSold = await hasCompletedOrder(db)
  const done: Readonly<Record<SetupStep, boolean>> = {
    // A shop that has sold all of its keys is past this step.
    product: hasSold || (await hasStock(db)),
    api_key: await hasUsableApiKey(deps),
    sale: hasSold,
    discord: await postsToDiscord(deps),
    mail: deps.mail !== null,
    team: await isTeamSafe(deps),
  }
  return setupSteps.map((step) => ({ step, is_done: done[step] }))
}

async function postsToDiscord(deps: Deps): Promise<boolean> {
  const { notifications_enabled, updates_channel_id, restock_channel_id } = await readSettings(deps)
  return notifications_enabled && updates_channel_id + restock_channel_id !== '' && (await isBotWanted(deps))
}

/** Whether a lost password or a stolen one does not cost the shop: somebody else can sign in, or a second factor is on. */
async function isTeamSafe({ db }: Deps): Promise<boolean> {
  const active = (await listMembers(db)).filter(({ disabled_at }) => disabled_at === null)
  if (active.filter(({ role }) => role === 'owner' || role === 'manager').length > 1) return true
  const protectedMembers = await listTwoFactorSince(db, idsOf(active))
  return protectedMembers.size > 0
}
