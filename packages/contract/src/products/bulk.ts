import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { listUpTo, oneOf, reference, requiredText, toggle } from '../fields.ts'
import { limits } from '../limits.ts'
import { detectionStatuses, updateStatuses } from './product-options.ts'
import { id, listOf, text } from '../tolerant.ts'

/** What one action may set on many products. */
export const bulkSet = z.object({
  update_status: z.optional(oneOf('Update status', updateStatuses)),
  detection_status: z.optional(oneOf('Detection status', detectionStatuses)),
  /** The store refuses quotes and purchases with `sales_paused`; pending orders can still be completed. */
  sales_paused: z.optional(toggle('Sales paused')),
  featured: z.optional(toggle('Featured')),
  unlisted: z.optional(toggle('Unlisted')),
})
export type BulkSet = z.infer<typeof bulkSet>

export const bulkInput = z.object({
  ids: listUpTo('ids', reference('Each of the ids'), limits.bulkProducts).check(z.minLength(1, 'Choose at least one product')),
  set: bulkSet.check(z.refine((set) => Object.values(set).some((value) => value !== undefined), 'Choose at least one change')),
  /** Posts one message about all of these products to the updates channel. If it is left out, or no product changes, nothing is posted. */
  announce: z.optional(z.object({ text: requiredText('Message', limits.bulkMessage) })),
})
export type BulkInput = z.infer<typeof bulkInput>

export const bulkChange = z.object({
  /** The products that the action changed; the others already had these values. */
  changed: z.array(id),
  /** For the undo, once, within `limits.undoSeconds`. */
  undo_token: text,
})
export type BulkChange = z.infer<typeof bulkChange>

/** A product or variant of which an undo leaves fields as they are, because somebody changed them since. */
export const bulkSkipped = z.object({
  id,
  name: text,
  /** Names of its fields; all changed ones if it was deleted since. */
  fields: listOf(z.string()),
})

export const bulkUndo = z.object({ changed: z.array(id), kept: listOf(bulkSkipped) })
export type BulkUndo = z.infer<typeof bulkUndo>

const path = '/admin/products/bulk'
export const bulk = {
  change: endpoint({
    method: 'POST',
    path,
    access: 'products:write',
    summary: 'Change several products at once, all or none, with at most one message about it',
    beyondSpec: true,
    body: bulkInput,
    response: wrapped(bulkChange),
  }),
  undo: endpoint({
    method: 'POST',
    path: `${path}/undo`,
    access: 'products:write',
    summary: 'Bring back what a change of several products or prices changed, within 30 seconds; what somebody changed since stays',
    beyondSpec: true,
    body: z.object({ undo_token: requiredText('undo_token', 100) }),
    response: wrapped(bulkUndo),
  }),
}
