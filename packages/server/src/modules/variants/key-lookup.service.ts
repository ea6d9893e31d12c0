import { may, normalizeKey, type KeyLookupInput, type KeyHistory } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { listKeyEvents } from './key-events.repo.ts'
import * as repo from './key-lookup.repo.ts'
import { lifeOf } from './key-lookup.rules.ts'
import { listReplacementsWith } from './replacement.repo.ts'

/**
 * Where the key with this value or id is, and everything that happened to it (docs/reference/keys.md, The life of a key). The note of a
 * replacement is about its customer: only who may read orders gets it.
 * @returns null for a value or id that no key has, or had until it was purged
 */
export async function lookUpKey({ db }: Deps, role: SignedIn['role'], { value, id: wantedId }: KeyLookupInput): Promise<KeyHistory | null> {
  const key = await repo.findKey(db, value === undefined ? { id: wantedId! } : { value: normalizeKey(value) })
  if (key === undefined) return null
  const kept = await listKeyEvents(db, key.id)
  const orderIds = [...new Set([key.order_id, ...kept.map((event) => event.order_id)].filter((id) => id !== null))]
  const facts = {
    ...{ key, kept, replacements: await listReplacementsWith(db, key.id) },
    orders: orderIds.length === 0 ? [] : await repo.listOrderMoments(db, orderIds),
    steps: orderIds.length === 0 ? [] : await repo.listOrderSteps(db, orderIds),
    editor: (await repo.findEditor(db, key.variant_id, key.created_at)) ?? '',
  }
  const { id, variant_id, variant_name, product_id, product_name, state, import_id, import_name } = key
  return {
    ...{ id, variant_id, variant_name, product_id, product_name, state, import_id, import_name },
    order_id: key.order_id,
    events: lifeOf(facts).map((event) => (may(role, 'orders:read') ? event : { ...event, note: undefined })),
  }
}
