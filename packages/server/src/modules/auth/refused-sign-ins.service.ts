import { system } from '../../actor.ts'
import { chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { creation, findRecent, recordActivity, rewriteChanges } from '../activity/activity.service.ts'
import { listMembers } from '../users/members.service.ts'
import * as repo from './throttle.repo.ts'
import { attemptKeysOf } from './throttle.service.ts'

/** After this time an attempt has ended, and the count of a successful one is undone. */
const settleMs = 60_000
/** The most networks that a row names. */
const namedNetworks = 20

/** Refused sign-ins of one person within this time share a row. */
const quarterHourMs = 900_000

const action = 'member.sign_in_refused'

/**
 * Records refused sign-ins of team members from the throttle's counts: one row for each person and quarter hour, with the number of
 * attempts and their networks (docs/decisions/0044). The sign-in itself does not record them: it must take the same time for unknown names.
 */
export async function noteRefusedSignIns(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - settleMs).toISOString()
  if ((await repo.listUnnoted(deps.db, before, 1)).length === 0) return
  await transact(deps.db, async (tx) => {
    await repo.lockNoting(tx)
    const attempts = await repo.listUnnoted(tx, before, chunkSize)
    const byKey = Map.groupBy(attempts, (attempt) => attempt.name_key)
    for (const member of await listMembers(tx)) {
      const own = [...new Set(attemptKeysOf(member))].flatMap((key) => byKey.get(key) ?? [])
      if (own.length > 0) await note(tx, deps, member, own)
    }
    await repo.setNoted(
      tx,
      attempts.map((attempt) => attempt.id),
    )
  })
}

/** @param attempts have a blank network for wrong codes, which are counted over all networks */
async function note(
  tx: Db,
  deps: Deps,
  { id, username }: { readonly id: number; readonly username: string },
  attempts: readonly repo.Unnoted[],
): Promise<void> {
  const subject = { kind: 'member' as const, id, name: username }
  const recent = await findRecent({ ...deps, db: tx }, action, subject, null, quarterHourMs)
  const known = (recent?.changes['networks']?.after ?? []) as string[]
  const networks = [...new Set([...known, ...attempts.map((attempt) => attempt.address).filter((address) => address !== '')])]
  const count = ((recent?.changes['attempts']?.after ?? 0) as number) + attempts.length
  const changes = creation({ attempts: count, networks: networks.slice(0, namedNetworks) })
  // The time of the first attempt, so that a later successful sign-in is listed above it.
  const at = attempts.map((attempt) => attempt.at).toSorted()[0]!
  if (recent === undefined) await recordActivity(tx, { actor: system, action, subject, changes, at: new Date(at) })
  else await rewriteChanges(tx, recent.id, changes)
}
