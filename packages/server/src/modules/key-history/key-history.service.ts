import { normalizeKey, type KeyLookupInput, type KeyHistory } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { findEditor, listSteps } from '../activity/activity.service.ts'
import { findKeyImport } from '../key-imports/key-imports.service.ts'
import { listReplacementsWith } from '../keys/order-keys.service.ts'
import { findKey, listKeyEvents, type FoundKey } from '../keys/keys.service.ts'
import { loadOrders } from '../orders/loaded-orders.service.ts'
import { lifeOf, type KeyFacts } from './key-history.rules.ts'

/**
 * Where the key with this value or id is, and everything that happened to it (docs/reference/keys.md, The life of a key). The note of a
 * replacement is about the customer, so only roles that may read orders get it.
 * @returns null if no key has this value or id, also after a purge
 */
export async function lookUpKey(
  { db }: Deps,
  { permissions }: SignedIn,
  { value, id: wantedId }: KeyLookupInput,
): Promise<KeyHistory | null> {
  const key = await findKey(db, value === undefined ? { id: wantedId! } : { value: normalizeKey(value) })
  if (key === undefined) return null
  const { id, variant_id, variant_name, product_id, product_name, state, import_id, order_id } = key
  const keyImport = import_id === null ? undefined : await findKeyImport(db, import_id)
  const facts = await readFacts(db, key, keyImport)
  return {
    ...(key.variant_deleted_at !== null && { is_deleted: true }),
    ...{ id, variant_id, variant_name, product_id, product_name, state, import_id, import_name: keyImport?.name ?? null, order_id },
    events: lifeOf(facts).map((event) => (permissions.includes('orders:read') ? event : { ...event, note: undefined })),
  }
}

const orderSteps = ['order.created', 'order.completed', 'order.refunded', 'order.cancelled', 'order.expired'] as const

async function readFacts(db: Db, key: FoundKey, keyImport: KeyFacts['keyImport']): Promise<KeyFacts> {
  const past = await listKeyEvents(db, key.id)
  const orderIds = [
    ...new Set([key.order_id, ...past.map((event) => (event.kind === 'released' ? event.order_id : null))].filter((id) => id !== null)),
  ]
  return {
    ...{ key, keyImport, past, replacements: await listReplacementsWith(db, key.id) },
    orders: orderIds.length === 0 ? [] : await loadOrders(db, orderIds),
    steps: orderIds.length === 0 ? [] : await listSteps(db, 'order', orderIds, orderSteps),
    editor: (await findEditor(db, 'variant', key.variant_id, key.created_at)) ?? '',
  }
}
