import {
  batchId,
  type DecidedKeys,
  type HeldMessage,
  type HeldMessagesInput,
  type RestoreHolds,
  type WithheldKeysInput,
} from '@keydesk/contract'
import { system, type Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { eachInTurn, transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { creation, findRecent, recordActivity } from '../activity/activity.service.ts'
import { listAnnouncementTitles } from '../announcements/announcements.service.ts'
import { findKeyImports } from '../key-imports/key-imports.service.ts'
import { countWithheld, decideOverWithheld, type Decision, type WithheldKey } from '../keys/withheld-keys.service.ts'
import { listEmails } from '../orders/orders.service.ts'
import * as outbox from '../outbox/outbox.service.ts'
import { listProductNames } from '../products/products.service.ts'
import { findShopMark } from '../users/users.service.ts'
import { changeStock, findStock, listNamedVariants, lockStock } from '../variants/variants.service.ts'
import { listWebhooks } from '../webhooks/webhooks.service.ts'
import { hashOfKey, readSoldKeys } from './sold-keys.rules.ts'

export { writeHead, writeSoldKey } from './sold-keys.rules.ts'

/** What a restore holds until an owner decides (docs/reference/backups.md, What a restore holds). */

/** How many messages the list has at most. */
const mostMessages = 200

/** The shop itself as a subject of activity. */
export const shop = { kind: 'shop', id: 1, name: 'The shop' } as const

export async function listRestoreHolds(deps: Deps): Promise<RestoreHolds> {
  const { db } = deps
  const counted = await countWithheld(db)
  const variants = new Map((await listNamedVariants(db, [...new Set(counted.map((row) => row.variant_id))])).map((one) => [one.id, one]))
  const importIds = counted.flatMap(({ import_id }) => (import_id === null ? [] : [import_id]))
  const imports = new Map((await findKeyImports(db, importIds)).map(({ id, name }) => [id, name]))
  const batches = counted.map(({ variant_id, import_id, keys }) => {
    const { name, product } = variants.get(variant_id)!
    const import_name = import_id === null ? '' : (imports.get(import_id) ?? '')
    return {
      id: batchId({ variant_id, import_id }),
      variant_id,
      variant_name: name,
      product_id: product.id,
      product_name: product.name,
      import_name,
      keys,
    }
  })
  const restored = await findLastRestore(deps)
  const [lost, file] = [restored?.['orders_lost']?.after, restored?.['orders_file']?.after]
  return {
    ...{ batches, messages: await listMessages(deps), message_count: await outbox.countHeld(db) },
    ...{ lost_orders: typeof lost === 'number' ? lost : 0, lost_orders_file: typeof file === 'string' ? file : '' },
  }
}

/** How many keys and messages are held. */
export async function countHeldByRestore(db: Db): Promise<{ keys: number; messages: number }> {
  const keys = (await countWithheld(db)).reduce((sum, batch) => sum + batch.keys, 0)
  return { keys, messages: await outbox.countHeld(db) }
}

async function listMessages(deps: Deps): Promise<HeldMessage[]> {
  const rows = await outbox.listHeld(deps.db, mostMessages)
  const names: Readonly<Record<string, ReadonlyMap<number, string>>> = {
    announcement: await listAnnouncementTitles(deps.db, outbox.subjectIdsOf(rows, 'announcement')),
    product: await listProductNames(deps.db, outbox.subjectIdsOf(rows, 'product')),
  }
  const emails = await listEmails(deps.db, outbox.subjectIdsOf(rows, 'order'))
  const urls = new Map(rows.length === 0 ? [] : (await listWebhooks(deps)).map(({ id, url }) => [String(id), url]))
  // Other mails, such as the orders of an address, name whom they go to; their subject is a hash.
  const isOtherMail = (row: outbox.OutboxRow) => row.channel === 'mail' && outbox.subjectKindOf(row) !== 'order'
  const receiverOf = (row: outbox.OutboxRow): string | undefined => {
    if (row.channel === 'webhook') return urls.get(row.target)
    if (isOtherMail(row)) return (JSON.parse(row.body ?? '{}') as { readonly to?: string }).to
    return row.channel === 'mail' ? emails.get(outbox.subjectIdOf(row)) : ''
  }
  return rows.map((row) => ({
    ...{ id: row.id, channel: row.channel, event: row.event, created_at: row.created_at, due_at: row.due_at },
    about: isOtherMail(row) ? '' : (names[outbox.subjectKindOf(row)]?.get(outbox.subjectIdOf(row)) ?? row.subject),
    receiver: receiverOf(row) ?? '',
  }))
}

/** Releases withheld keys into the stock, or strikes them: those of some batches, or all (docs/reference/backups.md, Keys). */
export function decideKeys(deps: Deps, actor: Actor, { decision, batches }: WithheldKeysInput): Promise<DecidedKeys> {
  const chosen = batches && new Set(batches)
  return decide(deps, actor, ({ variant_id, import_id }) =>
    chosen !== undefined && !chosen.has(batchId({ variant_id, import_id }))
      ? 'keep'
      : decision === 'release'
        ? 'release'
        : { soldBy: null },
  )
}

/**
 * Strikes the withheld keys in a file of sold keys with their orders, and releases all others.
 * @throws 400 for a file that cannot be used
 */
export async function applySoldKeys(deps: Deps, actor: Actor, lines: readonly string[]): Promise<DecidedKeys> {
  const sold = readSoldKeys(lines, await findShopMark(deps.db), await findBackupMoment(deps))
  return decide(deps, actor, ({ value }) => {
    const order = sold.get(hashOfKey(value))
    return order === undefined ? 'release' : { soldBy: order }
  })
}

/** The moment of the backup that was restored last, ISO 8601 in UTC; null if no restore was recorded. */
async function findBackupMoment(deps: Deps): Promise<string | null> {
  const moment = (await findLastRestore(deps))?.['backup_of']?.after
  return typeof moment === 'string' ? moment : null
}

const findLastRestore = async (deps: Deps) => (await findRecent(deps, 'shop.restored', shop, system.id, deps.now().getTime()))?.changes

type Choose = (key: WithheldKey & { variant_id: number }) => Decision

/** One transaction for each variant, so that sales of the others go on. */
async function decide(deps: Deps, actor: Actor, choose: Choose): Promise<DecidedKeys> {
  const total = { released: 0, removed: 0, struck: 0 }
  const backedUpAt = (await findBackupMoment(deps)) ?? ''
  const byVariant = Map.groupBy(await countWithheld(deps.db), ({ variant_id }) => variant_id)
  await eachInTurn(deps.failures, [...byVariant], async ([id, batches]) => {
    const importIds = batches.flatMap(({ import_id }) => (import_id === null ? [] : [import_id]))
    const done = await transact(deps.db, (tx) => decideVariant(tx, deps, actor, { id, importIds, backedUpAt }, choose))
    total.released += done.released
    total.removed += done.removed
    total.struck += done.struck
  })
  return total
}

interface Withheld {
  /** Of the variant. */
  readonly id: number
  readonly importIds: readonly number[]
  readonly backedUpAt: string
}

/** Released keys of an import that was undone since the backup are removed, as the undo would have done. */
async function decideVariant(
  tx: Db,
  deps: Deps,
  actor: Actor,
  { id, importIds, backedUpAt }: Withheld,
  choose: Choose,
): Promise<DecidedKeys> {
  const { stock_changes, deleted_at } = (await lockStock(tx, [id])).get(id)!
  // Read after locking the variant, as an undo does. What an earlier undo removed is withheld only if a person had put it back.
  const undone = (await findKeyImports(tx, importIds)).filter(({ undone_at }) => undone_at !== null && undone_at >= backedUpAt)
  const undoneIds = new Set<number | null>(undone.map((row) => row.id))
  const at = deps.now()
  const variant = { id, isDeleted: deleted_at !== null }
  const change = { at, actor, number: stock_changes + 1 }
  const chooseFor = (key: WithheldKey): Decision => {
    const decision = choose({ ...key, variant_id: id })
    return decision === 'release' && undoneIds.has(key.import_id) ? 'remove' : decision
  }
  const done = await decideOverWithheld(tx, variant, chooseFor, change)
  const { released, removed, struck } = done
  const [named] = await listNamedVariants(tx, [id])
  const record = (action: 'variant.keys_released' | 'variant.keys_struck' | 'variant.updated', changes: object) =>
    recordActivity(tx, { actor, action, subject: { kind: 'variant', id, name: named?.name ?? '' }, changes: { ...changes }, at })
  if (struck > 0) await record('variant.keys_struck', { keys_struck: { before: null, after: struck } })
  if (removed > 0) await record('variant.updated', { keys_removed: { before: null, after: removed } })
  if (released > 0) {
    const before = (await findStock(tx, id))?.available ?? 0
    if (!variant.isDeleted) await changeStock(tx, id, released)
    const stock = variant.isDeleted ? {} : { stock: { before, after: before + released } }
    await record('variant.keys_released', { ...stock, keys_released: { before: null, after: released } })
  }
  return done
}

/** Sends or drops held messages: some, or all. Returns how many. */
export async function decideMessages(deps: Deps, actor: Actor, { decision, ids }: HeldMessagesInput): Promise<number> {
  return transact(deps.db, async (tx) => {
    const at = deps.now()
    const messages = decision === 'send' ? await outbox.sendHeld(tx, ids, at.toISOString()) : await outbox.dropHeld(tx, ids, 'webhook')
    if (messages === 0) return 0
    const action = decision === 'send' ? ('shop.held_messages_sent' as const) : ('shop.held_messages_dropped' as const)
    await recordActivity(tx, { actor, action, subject: shop, changes: { messages: { before: null, after: messages } }, at })
    return messages
  })
}

export interface Restored {
  /** When the backup was made, ISO 8601 in UTC. */
  readonly createdAt: string
  readonly withheld: number
  readonly struck: number
  /** The id of the last order before the next. */
  readonly lastOrderId: number
  /** Orders made since the backup, and the name of the file that has them; left out if there are none. */
  readonly lost?: { readonly count: number; readonly file: string }
}

/** Records a restore, and holds the messages that ending orders has caused. */
export async function recordRestore(deps: Deps, { createdAt, withheld, struck, lastOrderId, lost }: Restored): Promise<void> {
  await transact(deps.db, async (tx) => {
    const at = deps.now()
    await outbox.holdWaiting(tx, at.toISOString(), createdAt)
    const held = { keys_withheld: withheld, keys_struck: struck, messages_held: await outbox.countHeld(tx) }
    const gone = lost && { orders_lost: lost.count, orders_file: lost.file }
    const changes = creation({ backup_of: createdAt, ...held, last_order_id: lastOrderId, ...gone })
    await recordActivity(tx, { actor: system, action: 'shop.restored', subject: shop, changes, at })
  })
}
