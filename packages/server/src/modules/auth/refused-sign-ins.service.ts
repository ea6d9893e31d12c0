import { system } from '../../actor.ts'
import { chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { findRecent, recordActivity, rewriteChanges } from '../activity/activity.service.ts'
import { listMembers } from '../users/members.service.ts'
import * as repo from './throttle.repo.ts'
import { attemptKeysOf } from './throttle.service.ts'

/** By then an attempt is through: one that succeeded is no longer counted. */
const settleMs = 60_000
/** Networks that a row names. */
const namedNetworks = 20

/** Refused sign-ins of one person are one row for so long. */
const quarterHourMs = 900_000

const action = 'member.sign_in_refused'

/**
 * Records refused sign-ins of people of the team, from what the throttle counts: one row for each person and quarter of an hour, with how
 * many and from which networks (docs/decisions/0044). Not in the sign-in itself, which must take the same time for a name that nobody has.
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

/** @param attempts with their networks; blank for wrong codes, which are counted for all networks together */
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
  const changes = {
    attempts: { before: null, after: count },
    networks: { before: null, after: networks.slice(0, namedNetworks) },
  }
  // Of the first one: a sign-in that succeeded since then stands above it.
  const at = attempts.map((attempt) => attempt.at).toSorted()[0]!
  if (recent === undefined) await recordActivity(tx, { actor: system, action, subject, changes, at: new Date(at) })
  else await rewriteChanges(tx, recent.id, changes)
}
