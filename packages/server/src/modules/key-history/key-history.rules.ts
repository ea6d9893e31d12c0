import type { KeyEvent } from '@keydesk/contract'
import type { Step } from '../activity/activity.service.ts'
import type { ReplacementRow } from '../keys/order-keys.service.ts'
import type { FoundKey, KeyEventRow } from '../keys/keys.service.ts'
import type { LoadedOrder } from '../orders/loaded-orders.service.ts'

export interface KeyFacts {
  readonly key: FoundKey
  /** The latest import that contained the key. */
  readonly keyImport: ImportFacts | undefined
  /** Events that its row no longer shows, oldest first. */
  readonly past: readonly KeyEventRow[]
  /** Every order that holds or held it. */
  readonly orders: readonly LoadedOrder[]
  /** Who took each step of these orders. */
  readonly steps: readonly Step[]
  /** Replacements with this key as the old or the new one. */
  readonly replacements: readonly ReplacementRow[]
  /** Name of the person who saved it in a list. */
  readonly editor: string
}

interface ImportFacts {
  readonly id: number
  readonly created_at: string
  readonly created_by: string
}

/**
 * Everything that happened to a key, oldest first (docs/reference/keys.md, The life of a key). Events at the same moment are in causal
 * order.
 */
export function lifeOf(facts: KeyFacts): KeyEvent[] {
  const first = facts.past.find((row) => isFirstImport(facts.key, row))
  const later = facts.past.filter((row) => row !== first)
  // Its order sold it before the customer could open it.
  const [opened, before] = [later.filter((row) => row.kind === 'opened'), later.filter((row) => row.kind !== 'opened')]
  const events = [...beginning(facts, first), ...before.flatMap((row) => eventsOf(facts, row)), ...present(facts), ...opened.map(toEvent)]
  return events.toSorted((one, other) => compare(one.at ?? '', other.at ?? ''))
}

/** The event of the import that created the key; recorded once another import contains the key again. */
const isFirstImport = ({ created_at }: FoundKey, { kind, at }: KeyEventRow): boolean => kind === 'imported' && at === created_at

/** How the key was added. */
function beginning({ key, keyImport, editor, orders }: KeyFacts, firstImport: KeyEventRow | undefined): KeyEvent[] {
  if (firstImport !== undefined) return [toEvent(firstImport)]
  // Only the sale is known of a key from an imported order.
  if (orders.some(({ row }) => row.id === key.order_id && row.shop_import_id !== null && row.completed_at === key.created_at)) return []
  return [keyImport?.created_at === key.created_at ? importOf(keyImport) : { at: key.created_at, kind: 'added', actor: editor }]
}

function eventsOf({ orders, steps }: KeyFacts, row: KeyEventRow): KeyEvent[] {
  // The order of a struck key was made in the lost shop.
  const order = row.kind === 'released' ? orders.find((each) => each.row.id === row.order_id) : undefined
  return order === undefined ? [toEvent(row)] : [reservationBy(order, steps), toEvent(row)]
}

const toEvent = ({ at, kind, actor, order_id, import_id }: KeyEventRow): KeyEvent => ({
  ...{ at, kind, actor, order_id: order_id ?? undefined, import_id: import_id ?? undefined },
})

function present(facts: KeyFacts): KeyEvent[] {
  const { key, keyImport } = facts
  const again = keyImport !== undefined && keyImport.created_at !== key.created_at ? [importOf(keyImport)] : []
  if (key.state === 'removed') return [...again, { at: key.removed_at, kind: 'removed', actor: key.removed_by ?? '' }]
  const order = facts.orders.find((each) => each.row.id === key.order_id)
  return order === undefined ? again : [...again, ...saleBy(facts, order)]
}

const endings = new Set(['order.cancelled', 'order.expired'])

/** The events from the order that holds the key. */
function saleBy({ key, steps, replacements }: KeyFacts, order: LoadedOrder): KeyEvent[] {
  const { id: order_id, completed_at, ended_at } = order.row
  const given = replacements.find(({ new_key_id }) => new_key_id === key.id)
  const taken = replacements.find(({ key_id }) => key_id === key.id)
  const events: KeyEvent[] = []
  // An order that ended and was then completed by hand takes and sells its keys in one step.
  const hadEnded = completed_at !== null && steps.some((step) => step.subject_id === order_id && endings.has(step.action))
  const isImported = order.row.shop_import_id !== null
  if (given === undefined && !hadEnded && !isImported) events.push(reservationBy(order, steps))
  if (given === undefined && completed_at !== null)
    events.push({ at: completed_at, kind: 'sold', actor: actorOf(steps, order_id, 'order.completed'), order_id })
  if (given !== undefined)
    events.push({ at: given.replaced_at, kind: 'sold', actor: given.replaced_by, order_id, other_key_id: given.key_id })
  if (taken !== undefined) {
    const { replaced_at: at, replaced_by: actor, reason, note, new_key_id } = taken
    events.push({ at, kind: 'replaced', actor, order_id, reason, note, other_key_id: new_key_id })
  } else if (key.state === 'revoked') {
    const refund = order.refunds.find(({ id }) => id === key.refund_id)
    const at = refund?.at ?? ended_at
    const actor = refund?.actor ?? actorOf(steps, order_id, 'order.refunded')
    events.push({ at, kind: 'revoked', actor, order_id, note: refund?.reason ?? undefined })
  }
  return events
}

const reservationBy = ({ row: { id, created_at } }: LoadedOrder, steps: readonly Step[]): KeyEvent => ({
  ...{ at: created_at, kind: 'reserved', actor: actorOf(steps, id, 'order.created'), order_id: id },
})

const importOf = ({ id, created_at, created_by }: ImportFacts): KeyEvent => ({
  ...{ at: created_at, kind: 'imported', actor: created_by, import_id: id },
})

const actorOf = (steps: readonly Step[], orderId: number, action: string): string =>
  steps.find((step) => step.subject_id === orderId && step.action === action)?.actor_name ?? ''

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
