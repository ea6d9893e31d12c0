import { permissionsWith, type Permission, type Role, type Switches } from '@keydesk/contract'
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

/** Stores the role, disabled state, key limit and switches of a locked member. */
export const updateMember = repo.updateMember

type StoredSwitches = Readonly<Record<'switch_amounts' | 'switch_reveal' | 'switch_refund', number>>

export const switchesOf = ({ switch_amounts, switch_reveal, switch_refund }: StoredSwitches): Switches => ({
  ...{ amounts: switch_amounts === 1, reveal: switch_reveal === 1, refund: switch_refund === 1 },
})

export const storedSwitches = ({ amounts, reveal, refund }: Switches) => ({
  ...{ switch_amounts: toBit(amounts), switch_reveal: toBit(reveal), switch_refund: toBit(refund) },
})

const toBit = (isOn: boolean) => (isOn ? 1 : 0)

/** What somebody may do now. Nothing for a customer of the storefront. */
export const permissionsOfMember = (row: StoredSwitches & { readonly role: Role | 'customer' }): readonly Permission[] =>
  row.role === 'customer' ? [] : permissionsWith(row.role, switchesOf(row))

/**
 * How often a team member may replace and reveal keys within an hour; null for an owner, who has no limit, and for an unknown id. Calls for
 * the same person are serialized until the transaction ends.
 */
export async function lockKeyLimit(tx: Db, id: number): Promise<number | null> {
  await repo.takeKeyTurn(tx, id)
  const member = await repo.findMember(tx, id)
  return member === undefined || member.role === 'owner' ? null : member.keys_per_hour
}
