import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './members.repo.ts'

export type { MemberRow } from './members.repo.ts'

/** The team members. The module `team` decides what may be changed. */

/** All team members, including disabled ones, ordered by id or by name. */
export const listMembers = (db: Db, by: 'id' | 'username_key' = 'id'): Promise<repo.MemberRow[]> => repo.listMembers(db, by)

/** A team member; undefined for an unknown id or a customer's. */
export const findMember = repo.findMember

/** A team member, locked until the transaction ends; undefined for an unknown id or a customer's. Changes of members are serialized. */
export const lockMember = repo.lockMember

export const hasAdministrator = (deps: Deps): Promise<boolean> => repo.hasAdministrator(deps.db)

/** Whether an owner other than this one can sign in. */
export const hasOtherOwner = repo.hasOtherOwner

/** Stores the role, disabled state and key limit of a locked member. */
export const updateMember = repo.updateMember

/**
 * How often a team member may replace and reveal keys within an hour; null for an owner, who has no limit, and for an unknown id. Calls for
 * the same person are serialized until the transaction ends.
 */
export async function lockKeyLimit(tx: Db, id: number): Promise<number | null> {
  await repo.takeKeyTurn(tx, id)
  const member = await repo.findMember(tx, id)
  return member === undefined || member.role === 'owner' ? null : member.keys_per_hour
}
