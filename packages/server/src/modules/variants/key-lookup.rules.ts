import type { KeyEvent } from '@keydesk/contract'
import type { KeyEventRow } from './key-events.repo.ts'
import type { FoundKey, OrderMoments, OrderStep } from './key-lookup.repo.ts'
import type { ReplacementRow } from './replacement.repo.ts'

export interface KeyFacts {
  readonly key: FoundKey
  /** What its row no longer tells, oldest first. */
  readonly kept: readonly KeyEventRow[]
  /** Every order that holds it or held it. */
  readonly orders: readonly OrderMoments[]
  readonly steps: readonly OrderStep[]
  /** In which it was the old key or the new one. */
  readonly replacements: readonly ReplacementRow[]
  /** The name of the person who saved it in a list. */
  readonly editor: string
}

/**
 * Everything that happened to a key, oldest first (docs/reference/keys.md, The life of a key). Of two events at one moment the first is
 * the one that had to come first.
 */
export function lifeOf(facts: KeyFacts): KeyEvent[] {
  const first = facts.kept.find((row) => isFirstImport(facts.key, row))
  const later = facts.kept.filter((row) => row !== first)
  const events = [beginning(facts, first), ...later.flatMap((row) => past(facts, row)), ...present(facts)]
  return events.toSorted((one, other) => compare(one.at ?? '', other.at ?? ''))
}

/** What was kept of the import that made the key, once another import has brought it again. */
const isFirstImport = ({ created_at }: FoundKey, { kind, at }: KeyEventRow): boolean => kind === 'imported' && at === created_at

/** How the key came in. */
function beginning({ key, editor }: KeyFacts, firstImport: KeyEventRow | undefined): KeyEvent {
  if (firstImport !== undefined) return toEvent(firstImport)
  return key.imported_at === key.created_at ? importOf(key) : { at: key.created_at, kind: 'added', actor: editor }
}

function past({ orders, steps }: KeyFacts, row: KeyEventRow): KeyEvent[] {
  const order = orders.find(({ id }) => id === row.order_id)
  return order === undefined ? [toEvent(row)] : [reservationBy(order, steps), toEvent(row)]
}

const toEvent = ({ at, kind, actor, order_id, import_id }: KeyEventRow): KeyEvent => ({
  ...{ at, kind, actor, order_id: order_id ?? undefined, import_id: import_id ?? undefined },
})

function present(facts: KeyFacts): KeyEvent[] {
  const { key } = facts
  const again = key.imported_at !== null && key.imported_at !== key.created_at ? [importOf(key)] : []
  if (key.state === 'removed') return [...again, { at: key.removed_at, kind: 'removed', actor: key.removed_by ?? '' }]
  const order = facts.orders.find(({ id }) => id === key.order_id)
  return order === undefined ? again : [...again, ...saleBy(facts, order)]
}

const endings = new Set(['order.cancelled', 'order.expired'])

/** What an order did with the key that it holds. */
function saleBy({ key, steps, replacements }: KeyFacts, order: OrderMoments): KeyEvent[] {
  const order_id = order.id
  const given = replacements.find(({ new_key_id }) => new_key_id === key.id)
  const taken = replacements.find(({ key_id }) => key_id === key.id)
  const events: KeyEvent[] = []
  // Completed by hand after it had ended: it took its keys as it sold them.
  const hadEnded = order.completed_at !== null && steps.some((step) => step.order_id === order_id && endings.has(step.action))
  if (given === undefined && !hadEnded) events.push(reservationBy(order, steps))
  if (given === undefined && order.completed_at !== null)
    events.push({ at: order.completed_at, kind: 'sold', actor: actorOf(steps, order_id, 'order.completed'), order_id })
  if (given !== undefined)
    events.push({ at: given.replaced_at, kind: 'sold', actor: given.replaced_by, order_id, other_key_id: given.key_id })
  if (taken !== undefined) {
    const { replaced_at: at, replaced_by: actor, reason, note, new_key_id } = taken
    events.push({ at, kind: 'replaced', actor, order_id, reason, note, other_key_id: new_key_id })
  } else if (key.state === 'revoked') {
    const at = key.refunded_at ?? order.ended_at
    const actor = key.refunded_by ?? actorOf(steps, order_id, 'order.refunded')
    events.push({ at, kind: 'revoked', actor, order_id, note: key.refund_reason ?? undefined })
  }
  return events
}

const reservationBy = ({ id, created_at }: OrderMoments, steps: readonly OrderStep[]): KeyEvent => ({
  ...{ at: created_at, kind: 'reserved', actor: actorOf(steps, id, 'order.created'), order_id: id },
})

const importOf = ({ imported_at, imported_by, import_id }: FoundKey): KeyEvent => ({
  ...{ at: imported_at, kind: 'imported', actor: imported_by ?? '', import_id: import_id ?? undefined },
})

const actorOf = (steps: readonly OrderStep[], orderId: number, action: string): string =>
  steps.find((step) => step.order_id === orderId && step.action === action)?.actor ?? ''

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
