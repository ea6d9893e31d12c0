import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { listUpTo, oneOf, reference } from '../fields.ts'
import { limits } from '../limits.ts'
import { count, id, moment, rowsOf, text } from '../tolerant.ts'

/** Withheld keys of one variant and import (docs/reference/backups.md, Keys). */
export const withheldBatch = z.object({
  /** `VARIANT-IMPORT`; the import is 0 for keys that were saved in a list. */
  id: text,
  variant_id: count,
  variant_name: text,
  product_id: count,
  product_name: text,
  /** Empty for keys that were saved in a list. */
  import_name: text,
  keys: count,
})
export type WithheldBatch = z.infer<typeof withheldBatch>

/** A message that waited in the backup, or came from an order that the restore ended (docs/reference/backups.md, Messages). */
export const heldMessage = z.object({
  id,
  /** `discord`, `webhook` or `mail`. */
  channel: text,
  event: text,
  /** The title of an announcement, the name of a product, or a text such as `order 5`; empty for other mails. */
  about: text,
  /** The address of a webhook or of a mail; empty for Discord and a deleted webhook. */
  receiver: text,
  created_at: moment,
  /** When it was due. In the future if it is scheduled. */
  due_at: moment,
})
export type HeldMessage = z.infer<typeof heldMessage>

/**
 * `messages` has the oldest ones, `message_count` counts all. `lost_orders` were made between the backup and its last restore, and are in
 * the file of this name in the data folder (docs/reference/backups.md, Orders made since).
 */
export const restoreHoldsView = z.object({
  ...{ batches: rowsOf(withheldBatch), messages: rowsOf(heldMessage), message_count: count },
  ...{ lost_orders: count, lost_orders_file: text },
})
export type RestoreHolds = z.infer<typeof restoreHoldsView>

/** The id of a batch, in texts. */
export const batchId = ({ variant_id, import_id }: { variant_id: number; import_id: number | null }): string =>
  `${variant_id}-${import_id ?? 0}`

/** It is for all batches if none are named. */
export const withheldKeysInput = z.object({
  decision: oneOf('Decision', ['release', 'strike']),
  batches: z.optional(
    listUpTo(
      'batches',
      z.string('Each of the batches must be text').check(z.regex(/^\d{1,15}-\d{1,15}$/, 'There is no such batch')),
      1_000,
    ),
  ),
})
export type WithheldKeysInput = z.infer<typeof withheldKeysInput>

/** The lines of a file of sold keys: a SHA-256 in hexadecimal, and the order that sold the key, if known. */
export const soldKeysInput = z.object({
  lines: listUpTo('lines', z.string('Each of the lines must be text'), 1_000_000).check(z.minLength(1, 'The file of sold keys is empty')),
})
export type SoldKeysInput = z.infer<typeof soldKeysInput>

export const decidedKeys = z.object({ released: count, removed: count, struck: count })
export type DecidedKeys = z.infer<typeof decidedKeys>

/** It is for all messages if none are named. */
export const heldMessagesInput = z.object({
  decision: oneOf('Decision', ['send', 'drop']),
  ids: z.optional(listUpTo('ids', reference('Each of the ids'), 1_000)),
})
export type HeldMessagesInput = z.infer<typeof heldMessagesInput>

export const decidedMessages = z.object({ messages: count })

const path = '/admin/restore-holds'
const access = 'restores:manage'
export const restoreHolds = {
  list: endpoint({
    method: 'GET',
    path,
    access,
    summary: 'The keys and messages that a restore holds',
    beyondSpec: true,
    response: wrapped(restoreHoldsView),
  }),
  decideKeys: endpoint({
    method: 'POST',
    path: `${path}/keys`,
    access,
    summary: 'Release withheld keys into the stock, or strike them',
    beyondSpec: true,
    body: withheldKeysInput,
    response: wrapped(decidedKeys),
  }),
  applySoldKeys: endpoint({
    method: 'POST',
    path: `${path}/sold-keys`,
    access,
    summary: 'Strike the withheld keys in a file of sold keys, and release all others',
    beyondSpec: true,
    body: soldKeysInput,
    bodyLimit: limits.keysBody,
    response: wrapped(decidedKeys),
  }),
  decideMessages: endpoint({
    method: 'POST',
    path: `${path}/messages`,
    access,
    summary: 'Send held messages, or drop them',
    beyondSpec: true,
    body: heldMessagesInput,
    response: wrapped(decidedMessages),
  }),
}
