import type { KeyEvent, KeyHistory } from '@keydesk/contract'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../kit/badge.tsx'
import { DateText } from '../../../kit/date-text.tsx'
import { useMay } from '../../../session/session-provider.tsx'
import { eventText, stateOf } from './key-words.ts'

interface Props {
  readonly passport: KeyHistory
  /** The order that is open already: its number is no link. */
  readonly openOrder?: number
}

/** In which state a key is, and everything that happened to it, oldest first. */
export function Life({ passport, openOrder }: Props) {
  const { text, tone } = stateOf(passport.state)
  return (
    <>
      <div className="mb-4">
        <Badge tone={tone}>{text}</Badge>
      </div>
      <ol aria-label="Life of the key" className="relative ml-1 space-y-3 border-l border-border pl-5">
        {passport.events.map((event, index) => (
          <Happening key={index} event={event} passport={passport} openOrder={openOrder} />
        ))}
      </ol>
    </>
  )
}

function Happening({ event, passport, openOrder }: Props & { readonly event: KeyEvent }) {
  const { at, actor, order_id, note } = event
  return (
    <li className="relative flex flex-wrap items-baseline justify-between gap-x-4">
      <span aria-hidden className="absolute top-1.5 -left-[1.5rem] size-2 rounded-full bg-edge ring-4 ring-surface" />
      <span className="min-w-0 break-words">
        {eventText(event, passport)}
        {order_id !== undefined && ' '}
        {order_id !== undefined && (order_id === openOrder ? 'in this order' : <OrderLink id={order_id} />)}
        {actor !== '' && <span className="text-muted"> by {actor}</span>}
        {note && <span className="block text-table text-muted">{note}</span>}
      </span>
      <span className="text-table text-muted">
        <DateText at={at} as="time" none="-" />
      </span>
    </li>
  )
}

function OrderLink({ id }: { readonly id: number }) {
  if (!useMay()('orders:read')) return `order #${id}`
  return (
    <Link to="." search={(before: Record<string, unknown>) => ({ ...before, order: id })} className="text-accent underline">
      order #{id}
    </Link>
  )
}

/** The product and the variant that a key belongs to. */
export const VariantLink = ({ passport }: { readonly passport: KeyHistory }) => (
  <Link
    to="/products/$id"
    params={{ id: String(passport.product_id) }}
    search={{ variant: passport.variant_id }}
    hash={`variant-${passport.variant_id}`}
    className="text-accent underline"
  >
    {nameOf(passport)}
  </Link>
)

export const nameOf = ({ product_name, variant_name }: KeyHistory): string => `${product_name} - ${variant_name}`
