import type { OrderStatus } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'

/** Allowed next statuses. A pending order reserves its keys; a completed one has sold them. */
const followers: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['completed', 'cancelled', 'expired'],
  completed: ['refunded'],
  cancelled: [],
  expired: [],
  refunded: [],
}

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => followers[from].includes(to)

/** Team members may also complete an order by hand that ended before its payment arrived. */
export const canCompleteByHand = (from: OrderStatus): boolean => from === 'pending' || from === 'expired' || from === 'cancelled'

interface Steps {
  readonly status: OrderStatus
  readonly completed_at: string | null
  readonly ended_at: string | null
}

/** An order after a step, with the time of the step in the step's column. */
export const takeStep = <Order extends Steps>(order: Order, to: OrderStatus, at: Date): Order => ({
  ...order,
  status: to,
  ...(to === 'completed' ? { completed_at: at.toISOString(), ended_at: null } : { ended_at: at.toISOString() }),
})

/** Whether the reservation of a pending order has expired. */
export const isDue = ({ status, reserved_until }: { status: OrderStatus; reserved_until: string }, now: Date): boolean =>
  status === 'pending' && reserved_until <= now.toISOString()

/** Whether a repeated completion is for the same payment: it has the same reference, or none. */
export const isSamePayment = (order: { payment_reference: string | null }, reference: string | null): boolean =>
  reference === null || reference === order.payment_reference

/** A storefront sees the orders of its own API key alone. */
export const isVisible = ({ api_key_id }: { readonly api_key_id: number | null }, actor: Actor): boolean =>
  actor.kind !== 'store' || api_key_id === actor.id

/** Emails are compared without case. */
export const customerKeyOf = (email: string): string => email.toLowerCase()

/** A number of another shop, without the `#` that some write before it. */
export const withoutHash = (number: string): string => number.replace(/^#/, '')
