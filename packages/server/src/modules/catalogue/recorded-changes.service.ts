import { randomBytes } from 'node:crypto'
import { limits } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { conflict } from '../../errors.ts'
import type { Changes } from '../activity/activity.service.ts'
import * as repo from './bulk-changes.repo.ts'

/** What one action changed of a product or a variant, by field. */
export interface RecordedChange {
  readonly id: number
  readonly changes: Changes
}

/** Stores what one action changed, for its undo. */
export async function recordChange(
  tx: Db,
  at: Date,
  subject_kind: 'product' | 'variant',
  changed: readonly RecordedChange[],
): Promise<{ readonly id: number; readonly undo_token: string }> {
  const undo_token = randomBytes(24).toString('base64url')
  const row = { at: at.toISOString(), undo_token, subject_kind, changes: JSON.stringify(changed), undone_at: null }
  return { id: await repo.insertBulkChange(tx, row), undo_token }
}

/**
 * Ends the undo of an action: it is undone by this transaction, or not at all.
 * @throws 409 `undo_over` after 30 seconds, after an earlier undo, or for an unknown token
 */
export async function takeChange(
  tx: Db,
  at: Date,
  undoToken: string,
): Promise<{ readonly subject_kind: 'product' | 'variant'; readonly done: RecordedChange[] }> {
  const row = await repo.lockBulkChange(tx, undoToken)
  if (row === undefined || row.undone_at !== null || at.getTime() - Date.parse(row.at) > limits.undoSeconds * 1000)
    throw conflict('It is undone already, or it is too late to undo it', 'undo_over')
  await repo.setUndone(tx, row.id, at.toISOString())
  return { subject_kind: row.subject_kind, done: JSON.parse(row.changes) as RecordedChange[] }
}
