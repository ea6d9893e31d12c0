import type { RestoreInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { SignedIn } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { cannotRestore, forbidden, invalid, notFound } from '../../errors.ts'
import { findActivity, readChanges, type ActivityRow, type Changes } from '../activity/activity.service.ts'
import { restoreAnnouncement } from '../announcements/announcements.service.ts'
import { restoreCoupon } from '../coupons/deleted-coupons.service.ts'
import { restoreProduct } from '../catalogue/deleted-products.service.ts'
import { restoreVariant, type RestoredKeys } from '../variants/deleted-variants.service.ts'
import { fieldsToRestore, isDeletable, isDeletion, isVisible, obstacleTo, restorable } from './history.rules.ts'
import { restorableSince } from './purge.service.ts'
import { readRestore, restoreField } from './restore-field.service.ts'
import { listThings } from './things.service.ts'

export interface Restored {
  readonly data: { readonly id: number }
  /** Counts of keys, for a restored variant or product. */
  readonly meta?: RestoredKeys
}

/**
 * Restores a field's value from before an activity row, or the thing that the row deleted (docs/reference/history.md, Restoring).
 * @throws 404 for a row that does not exist, or that the role may not see; 403 if the role lacks the permission for the thing, or
 *   `deleted:restore`; 400 if a field is needed and missing; 409 `cannot_restore` with the reason
 */
export async function restore(deps: Deps, caller: SignedIn, id: number, { field }: RestoreInput): Promise<Restored> {
  const row = await requireRow(deps, caller, id)
  if (field !== undefined) {
    refuseField(caller, row, field)
    return { data: { id: row.subject_id, ...(await restoreField(deps, caller.actor, row, field)) } }
  }
  if (!isDeletion(row)) throw invalid('Choose the field to restore', { field: 'Choose the field to restore' })
  if (!caller.permissions.includes('deleted:restore')) throw forbidden()
  return transact(deps.db, (tx) => restoreDeleted(tx, deps, caller.actor, row))
}

/**
 * The changes that restoring a field would make. The save's own checks run only at the restore.
 * @throws like `restore` with a field
 */
export async function previewRestore(deps: Deps, caller: SignedIn, id: number, field: string): Promise<Changes> {
  const row = await requireRow(deps, caller, id)
  refuseField(caller, row, field)
  return readRestore(deps, row, field)
}

async function requireRow(deps: Deps, caller: SignedIn, id: number): Promise<ActivityRow> {
  const row = await findActivity(deps.db, id)
  if (row === undefined || !isVisible(caller, { kind: row.subject_kind, id: row.subject_id })) throw notFound('Entry')
  return row
}

function refuseField({ permissions }: SignedIn, row: ActivityRow, field: string): void {
  const noun = restorable[row.subject_kind]
  if (noun === undefined || noun.fields[field] !== true) throw cannotRestore('This field cannot be restored')
  if (!permissions.includes(noun.permission)) throw forbidden()
  const changes = readChanges(row.changes)
  if (changes[field]?.is_cut === true) throw cannotRestore('The value is too long to be kept whole')
  if (!fieldsToRestore(row, changes).includes(field)) throw cannotRestore('There is no earlier value of this field')
}

async function restoreDeleted(tx: Db, deps: Deps, actor: Actor, row: ActivityRow): Promise<Restored> {
  const { subject_kind: kind, subject_id: id } = row
  if (!isDeletable(kind)) throw cannotRestore('This cannot be restored')
  const [thing] = await listThings(tx, kind, [id])
  const obstacle = obstacleTo(row, thing, restorableSince(deps))
  if (obstacle !== null) throw cannotRestore(obstacle)
  // Each locks the thing and checks again that it is deleted.
  if (kind === 'product') return restoreProduct(tx, deps, actor, id)
  if (kind === 'variant') return restoreVariant(tx, deps, actor, id)
  return { data: await (kind === 'coupon' ? restoreCoupon : restoreAnnouncement)(tx, deps, actor, id) }
}
