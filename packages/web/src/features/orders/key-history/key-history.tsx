import { type KeyEvent, type KeyHistory, variantName } from '@keydesk/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw, ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../api/context.tsx'
import { Button } from '../../../kit/controls/button.tsx'
import { Badge } from '../../../kit/feedback/badge.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Failed } from '../../../kit/feedback/failed.tsx'
import { lazyDialog } from '../../../kit/feedback/lazy-part.tsx'
import { Loaded } from '../../../kit/feedback/loaded.tsx'
import { SkeletonLines, SkeletonTable } from '../../../kit/feedback/loading.tsx'
import { Panel } from '../../../kit/layout/card.tsx'
import { Modal } from '../../../kit/overlay/dialog.tsx'
import { DateText } from '../../../kit/text/date-text.tsx'
import { useMay } from '../../../session/session-provider.tsx'
import { keyHistoryQuery, orderQuery } from '../data.ts'
import { OrderLink } from '../parts.tsx'
import { OrdersTable } from '../table.tsx'
import { eventText, stateOf } from './format.ts'

interface CompactProps {
  readonly value: string
  /** Called when the person follows a link. */
  readonly onLeave: () => void
}

/** The history of a key by its value, without its orders. */
export function CompactKeyHistory({ value, onLeave }: CompactProps) {
  const query = useQuery(keyHistoryQuery(useApi(), { value }))
  return (
    <div onClickCapture={(event) => event.target instanceof Element && event.target.closest('a') !== null && onLeave()}>
      <Loaded query={query} failure="Failed to look up the key" skeleton={<SkeletonLines lines={4} />}>
        {(history) => history !== null && <KeyHistoryPanel value={value} history={history} />}
      </Loaded>
    </div>
  )
}

/** The result of a search for a key: its history and its orders. */
export function KeySearchResult({ value }: { readonly value: string }) {
  const query = useQuery(keyHistoryQuery(useApi(), { value }))
  return (
    <Loaded query={query} failure="Failed to look up the key" skeleton={<SkeletonTable rows={4} columns={3} />}>
      {(history) => history !== null && <HistoryWithOrders value={value} history={history} />}
    </Loaded>
  )
}

function HistoryWithOrders({ value, history }: { readonly value: string; readonly history: KeyHistory }) {
  const api = useApi()
  const ids = [...new Set(history.events.flatMap(({ order_id }) => order_id ?? []))].toReversed()
  const orders = useQueries({ queries: ids.map((id) => orderQuery(api, id)) })
  const hint = history.state === 'available' && 'It can be sold as soon as its turn comes.'
  const empty = <EmptyState icon={<ShoppingCart />} title="No order has had this key" hint={hint} />
  const failed = orders.filter(({ isError }) => isError)
  const retry = () => void Promise.all(failed.map(({ refetch }) => refetch()))
  return (
    <div className="space-y-4">
      <KeyHistoryPanel value={value} history={history} />
      {failed.length > 0 && (
        <Failed
          title="Failed to fetch orders"
          error={failed[0]!.error}
          isTrying={failed.some(({ isFetching }) => isFetching)}
          onRetry={retry}
        />
      )}
      <OrdersTable orders={orders.flatMap(({ data }) => data ?? [])} empty={ids.length === 0 ? empty : null} />
    </div>
  )
}

const ReplaceKeyDialog = lazyDialog('Replace key', async () => (await import('./replace-key.tsx')).ReplaceKeyDialog)

interface PanelProps {
  readonly value: string
  readonly history: KeyHistory
}

/** The history of a key in a panel, with a button to replace it. */
function KeyHistoryPanel({ value, history }: PanelProps) {
  const [isReplacing, setReplacing] = useState(false)
  const { id, order_id, state } = history
  const may = useMay()
  const replace = state === 'sold' && order_id !== null && may('orders:refund') && (
    <Button icon={<RefreshCw aria-hidden />} onClick={() => setReplacing(true)}>
      Replace key
    </Button>
  )
  const description = (
    <>
      <code className="font-mono break-all text-text">{value}</code> of <VariantLink history={history} />
    </>
  )
  return (
    <Panel title="Key history" description={description} actions={replace || undefined}>
      <KeyEvents history={history} />
      {isReplacing && order_id !== null && (
        <ReplaceKeyDialog orderId={order_id} keyId={id} name={nameOf(history)} onReplaced={noop} onClose={() => setReplacing(false)} />
      )}
    </Panel>
  )
}

const noop = () => undefined

interface EventsProps {
  readonly history: KeyHistory
  /** The order that is open already: it gets no link. */
  readonly openOrder?: number
}

/** The state of a key and all its events, oldest first. */
function KeyEvents({ history, openOrder }: EventsProps) {
  const { text, tone } = stateOf(history.state)
  return (
    <>
      <div className="mb-4">
        <Badge tone={tone}>{text}</Badge>
      </div>
      <ol aria-label="Key history" className="relative ml-1 space-y-3 border-l border-border pl-5">
        {history.events.map((event, index) => (
          <EventLine key={index} event={event} history={history} openOrder={openOrder} />
        ))}
      </ol>
    </>
  )
}

function EventLine({ event, history, openOrder }: EventsProps & { readonly event: KeyEvent }) {
  const { at, actor, order_id, note } = event
  return (
    <li className="relative flex flex-wrap items-baseline justify-between gap-x-4">
      <span aria-hidden className="absolute top-1.5 -left-[1.5rem] size-2 rounded-full bg-edge" />
      <span className="min-w-0 break-words">
        {eventText(event, history)}
        {order_id !== undefined && ' '}
        {order_id !== undefined && order_id === openOrder && 'in this order'}
        {order_id !== undefined && order_id !== openOrder && (
          <OrderLink id={order_id} className="text-accent underline">
            order #{order_id}
          </OrderLink>
        )}
        {actor !== '' && <span className="text-muted"> by {actor}</span>}
        {note && <span className="block text-table text-muted">{note}</span>}
      </span>
      <span className="text-table text-muted">
        <DateText at={at} as="time" none="-" />
      </span>
    </li>
  )
}

/** The product and the variant that a key belongs to. */
function VariantLink({ history }: { readonly history: KeyHistory }) {
  if (history.is_deleted === true) return `${nameOf(history)} (deleted)`
  return (
    <Link
      to="/products/$id"
      params={{ id: history.product_id }}
      search={{ variant: history.variant_id }}
      hash={`variant-${history.variant_id}`}
      className="text-accent underline"
    >
      {nameOf(history)}
    </Link>
  )
}

export const nameOf = ({ product_name, variant_name }: KeyHistory): string => variantName(product_name, variant_name)

interface DialogProps {
  readonly keyId: number
  /** The masked value. */
  readonly value: string
  /** The order that the dialog is opened from. */
  readonly orderId: number
  readonly onClose: () => void
}

/** The history of one key of an order. */
export function KeyHistoryDialog({ keyId, value, orderId, onClose }: DialogProps) {
  const query = useQuery(keyHistoryQuery(useApi(), { id: keyId }))
  const history = query.data
  const description = (
    <>
      <code className="font-mono break-all text-text">{value}</code>
      {history && (
        <>
          {' '}
          of <VariantLink history={history} />
        </>
      )}
    </>
  )
  return (
    <Modal title="Key history" description={description} onClose={onClose}>
      <Loaded query={query} failure="Failed to look up the key" skeleton={<SkeletonLines lines={4} />}>
        {(found) => (found === null ? <p>The history of this key is not known.</p> : <KeyEvents history={found} openOrder={orderId} />)}
      </Loaded>
    </Modal>
  )
}
