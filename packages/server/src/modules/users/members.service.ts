import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './members.repo.ts'

export type { MemberRow } from './members.repo.ts'

/** The people of the team. What may be changed of them is decided in the module `team`. */

/** Everybody of the team, those who are disabled too, in the order of their ids or of their names. */
export const listMembers = (db: Db, by: 'id' | 'username_key' = 'id'): Promise<repo.MemberRow[]> => repo.listMembers(db, by)

/** Somebody of the team; undefined for an unknown id and for a customer's. */
export const findMember = repo.findMember

/** The same, locked until the transaction ends. Changes of members take turns. */
export const lockMember = repo.lockMember

export const hasAdministrator = (deps: Deps): Promise<boolean> => repo.hasAdministrator(deps.db)

/** Whether an owner other than this one can sign in. */
export const hasOtherOwner = repo.hasOtherOwner

/** Stores role, disabling and key limit of a locked member. */
export const updateMember = repo.updateMember

/**
 * How often somebody of the team may replace and reveal keys within an hour; null for an owner, who always may, and for nobody's id. Those
 * who ask for the same person take turns until the transaction ends.
 */
export async function lockKeyLimit(tx: Db, id: number): Promise<number | null> {
  await repo.takeKeyTurn(tx, id)
  const member = await repo.findMember(tx, id)
  return member === undefined || member.role === 'owner' ? null : member.keys_per_hour
}
